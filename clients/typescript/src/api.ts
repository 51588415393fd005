/** The types of the public API, made of docs/openapi.json by `npm run docs`: not to be edited. */
export interface paths {
    "/api/v1/ai-visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How AI engines name the business
         * @description Of stored answers alone: a read asks no engine. Rates have their n and a Wilson interval; docs/ai-visibility.md says how. Needs the scope `ai-visibility:read` or `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getAiVisibility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts of the business
         * @description Needs the scope `alerts:read`. Needs the growth plan or a higher one.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark an alert read or unread
         * @description Needs the scope `alerts:write`. Needs the growth plan or a higher one.
         */
        patch: operations["markAlertByKey"];
        trace?: never;
    };
    "/api/v1/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask about the business
         * @description Answered from stored facts of the active business and raw ones of the competitors that it tracks, by the model that the operator has chosen, or by fixed rules where there is none; `provider` says which. The context chooses the facts. A question takes one of the plan's daily units, which is given back where no answer comes and no model is paid for it. docs/generation.md says what is sent to a model and what is kept. Needs the scope `chat:write`. Needs the growth plan or a higher one. Counts against `chatMessagesPerDay`, of which `RateLimit` tells.
         */
        post: operations["askChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/competitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tracked competitors
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listCompetitors"];
        put?: never;
        /**
         * Track a competitor
         * @description Counts as one of the additions that the plan allows the account in a UTC day; what is refused counts none. Needs the scope `competitors:write`. Needs the growth plan or a higher one. Counts against `competitorsPerBusiness` and `competitorAdditionsPerDay`, of which `RateLimit` tells.
         */
        post: operations["addCompetitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/competitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A competitor and its stored details
         * @description The section `reviews` needs the scope reviews:read, every other section analytics:read. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getCompetitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/competitors/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A competitor's reviews
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listCompetitorReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/competitors/{id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A competitor's daily history
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listCompetitorSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a contact
         * @description A name, an e-mail address or a phone number is needed. No two contacts of a business have the same e-mail address, phone number or external id: a second one is refused, and told which contact has it. Needs the scope `contacts:write`. Needs the growth plan or a higher one. Counts against `contactsPerBusiness`, of which `RateLimit` tells.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Drafts of the business
         * @description The newest first; the variations of one request in their order. Needs the scope `content:read` or `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listContent"];
        put?: never;
        /**
         * Write drafts
         * @description Written from stored facts alone; `provider` says by whom. Each variation is one unit of the day; what fails costs none unless a model is paid for it. 3 refinements of each draft of the business are free in a UTC day. docs/content.md states the rules. Needs the scope `content:write`. Needs the growth plan or a higher one. Counts against `contentStudioDaily` and `sourcePagesPerDay`, of which `RateLimit` tells.
         */
        post: operations["createContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Conversations of the business
         * @description Needs the scope `analytics:read`. Needs the growth plan or a higher one.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shared charts
         * @description Needs the scope `embeds:write`. Needs the growth plan or a higher one.
         */
        get: operations["listEmbeds"];
        put?: never;
        /**
         * Share a chart
         * @description Whoever has its address sees the stored days of the own listing and of these competitors, as they are when it is looked at, and nothing else of the business. The chart is there until it expires, is taken back (`DELETE /api/v1/embeds/{id}`), or its business is deleted. Needs the scope `embeds:write`. Needs the growth plan or a higher one. Counts against `embedsPerBusiness`, of which `RateLimit` tells.
         */
        post: operations["createEmbed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a shared chart back
         * @description From the answer on its address leads nowhere. Taking back what was taken back changes nothing. Needs the scope `embeds:write`. Needs the growth plan or a higher one.
         */
        delete: operations["revokeEmbed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue of event types
         * @description Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of the account, the oldest first
         * @description The same events, ids and data as the webhooks', of all businesses of the account, whether or not it has webhook endpoints. Ask again with `after` as `nextCursor` was; it is always there, and it never expires. No event ever appears behind a cursor that was given out. What was told of a business goes with it when it is erased. Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        get: operations["listIntegrationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that is stored for the account
         * @description NDJSON: a header; one line for each stored row of the account, its active business, the conversations and the places that it watches, with its `kind`, its `key` and its `data`; marks between them; and an end with counts and a digest. A file without the end as its last line is not whole: cut it behind its last mark, ask with that mark's `after`, and append what is answered. A key has one export open at a time. Counts as ten requests within a minute. docs/export.md tells what each line holds, how the digest is made, and what the file says of what changes while it is written. Needs the scope `export`. Needs the growth plan or a higher one. Refuses `asOf`. It streams what the tables hold; GET /api/businesses/me/history/state tells how everything was.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The key that is calling
         * @description Needs the scope `usage:read`. Needs the growth plan or a higher one.
         */
        get: operations["getCurrentApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A market segment
         * @description The most mentioned keywords of its reviews and its averages, closed places among them; docs/formulas.md states the rules. Counts as ten requests within a minute. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["getMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/density": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How densely places lie around a point
         * @description The nearest first; permanently closed places are marked, and counted in neither `open` nor the density. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["getMarketDensity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/leaders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The leaders of a segment
         * @description By rating, then by reviews, or the other way round; places whose figure was never seen are left out, closed ones are marked. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["listMarketLeaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projected crossovers with competitors
         * @description The soonest crossover first. Straight lines through stored days; docs/formulas.md states the rule. Needs the scope `analytics:read`. Needs the growth plan or a higher one.
         */
        get: operations["listMarketProjections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/saturation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How crowded a segment is
         * @description A direction, no estimate of traffic: how many of its kind an open business finds around it. docs/formulas.md states the rule. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["getMarketSaturation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What stands out in a segment
         * @description By type, the most pronounced first; closed places are marked. docs/formulas.md states the rules. Counts as ten requests within a minute. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["listMarketSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/market/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a segment's reviews speak of
         * @description Keywords of English review texts, the most mentioned first; texts of other languages are counted. docs/formulas.md states the rules. Counts as ten requests within a minute. Needs the scope `analytics:read`. Needs the growth plan or a higher one. Refuses `asOf`. Segments are made of everybody's places, which are in the history of no single business.
         */
        get: operations["listMarketTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own business's profile
         * @description Rating and review count are those of the linked listing; null where no place is linked or none was observed. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getOwnProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit the own business's profile
         * @description Needs the scope `business:write`. Needs the growth plan or a higher one.
         */
        patch: operations["editOwnProfile"];
        trace?: never;
    };
    "/api/v1/me/competitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tracked competitors
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listCompetitorsAlias1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/gap-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own listing among the tracked competitors
         * @description Raw stored facts, their median and the best of them; docs/formulas.md says what each figure counts. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getGapAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/gbp-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own listing's health
         * @description A weighted mean of what is stored of the listing; docs/formulas.md states the rule. What was never observed has no value and takes no part. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getProfileHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What stands out
         * @description The most pressing first; docs/formulas.md states the rules. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/report-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own engagement, graded
         * @description Grades from A to F of the stored reviews of the last 90 days; docs/formulas.md states the bounds. Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["getReportCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own listing's reviews
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listOwnReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own listing's daily history
         * @description Needs the scope `competitors:read`. Needs the growth plan or a higher one.
         */
        get: operations["listOwnSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Of what the business is told, and where
         * @description Until something is chosen, no alert is mailed, and verdicts on SMS registrations are. Whatever is chosen here, alerts are in the list of alerts, and those of all businesses of the account go to the webhook endpoints that are subscribed to them. Needs the scope `notifications:write`. Needs the growth plan or a higher one.
         */
        get: operations["getNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose of what the business is told, and where
         * @description Each alert of a chosen type is mailed to the account's own address, once, and as many in a UTC day as the plan allows (`alertMailsPerDay` of `GET /api/v1/usage`); further ones are in the list of alerts alone. A mail that cannot be sent is tried again for a day. A webhook endpoint of the account is told of the chosen alerts of this business beside what it is subscribed to, of none twice, signed and repeated as all that it is told; one that is deleted is told nothing. A phone gets one text message for each chosen alert, from a number of the business whose registration is approved, in the conversation with that phone: it counts as one of the business's messages of the day, and STOP ends it. The phone must have written to the business before, which shows whose it is. Of what cannot be written the business's history says why (`AlertTextNotSent`). What is chosen holds for alerts that are raised from then on. Needs the scope `notifications:write`. Needs the growth plan or a higher one.
         */
        patch: operations["chooseNotifications"];
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a payment
         * @description A record of what was paid elsewhere: no money is moved. A reference is used once in a business: a second payment with it is refused, and told which one has it. Needs the scope `payments:write`. Needs the growth plan or a higher one. Counts against `paymentsPerDay`, of which `RateLimit` tells.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored reports
         * @description Needs the scope `reports:write`. Needs the growth plan or a higher one.
         */
        get: operations["listReports"];
        put?: never;
        /**
         * Make a report
         * @description `competitor_comparison`: the own listing beside every tracked competitor, with how rating and number of reviews changed within the period. `reviews`: the own reviews that were published within it. `market`: the newest facts of a segment's places, closed ones marked. It is made of stored facts, each figure with its n, and stays as it was made whatever is collected later. Needs the scope `reports:write`. Needs the growth plan or a higher one. Counts against `reportsPerDay`, of which `RateLimit` tells.
         */
        post: operations["makeReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stored report
         * @description Needs the scope `reports:write`. Needs the growth plan or a higher one.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/review-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests for reviews
         * @description Needs the scope `reviews:read` or `reviews:write`. Needs the growth plan or a higher one.
         */
        get: operations["listReviewRequests"];
        put?: never;
        /**
         * Ask for a review
         * @description Asks a contact, or whoever has this e-mail address or phone number; one of the three. It is `queued` and sent once: by text message where the business has a number whose registration is approved and the phone is one of the United States or Canada, and otherwise by e-mail. Where nothing carries it on this service it is `recorded`, and never sent. Nobody is asked twice in 30 days, by whichever address, nor by any way once they have written STOP from a number that is known as theirs. A text message counts as one of the business's messages as well. How far it got is at `GET /api/v1/review-requests`. Needs the scope `reviews:write`. Needs the growth plan or a higher one. Counts against `reviewRequestsPerDay` and `reviewRequestsPerAccountDaily` and `messagesPerDay`, of which `RateLimit` tells.
         */
        post: operations["requestReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/social-posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Social posts
         * @description Needs the scope `social:write`. Needs the growth plan or a higher one.
         */
        get: operations["listSocialPosts"];
        put?: never;
        /**
         * Schedule a social post
         * @description It is `scheduled` until its moment; as many are at once as the plan allows (`scheduledPostsPerBusiness` of `GET /api/v1/usage`). Then it is published where something publishes on its platform for this service; where nothing does, it becomes `not_published`, with the reason that publishing is not configured. What became of it is at `GET /api/v1/social-posts`. Characters that a platform takes: facebook 63,206, instagram 2,200, linkedin 3,000. Needs the scope `social:write`. Needs the growth plan or a higher one. Counts against `socialPostsPerDay` and `scheduledPostsPerBusiness`, of which `RateLimit` tells.
         */
        post: operations["scheduleSocialPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/social-posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a scheduled post
         * @description Canceling what was canceled changes nothing. Needs the scope `social:write`. Needs the growth plan or a higher one.
         */
        delete: operations["cancelSocialPost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the plan allows, and how much of it is used
         * @description Every quota of the plan, for the account, its active business and the key that asks. Each is counted as the decision counts that refuses what is beyond it, and the request itself is among those of its minute and month, as `RateLimit` tells them. Days and months end at midnight, UTC. Requests, look-ups of places and additions of competitors are reserved in small chunks where several processes answer, so `used` can be ahead of what was done by what they hold. Quotas of the active business are left out where there is none. Needs the scope `usage:read`. Needs the growth plan or a higher one.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's webhook endpoints
         * @description Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description An address of your own: https, publicly routable, without credentials in the URL. Its name is looked up at once, and one that leads nowhere is refused as `webhook_url_refused`: so is the one of the example, which is a name for documents. The secret is in this answer alone. Needs the scope `webhooks:manage`. Needs the growth plan or a higher one. Counts against `webhookEndpoints`, of which `RateLimit` tells.
         */
        post: operations["registerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a webhook endpoint
         * @description Deliveries of a paused endpoint are kept and sent when it is resumed. Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a webhook endpoint
         * @description The newest first. A delivery appears shortly after the event it tells of. Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description Until the overlap ends, every delivery carries signatures by both secrets. Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description Needs the scope `webhooks:manage`. Needs the growth plan or a higher one.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Any new alert was created.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onAlertCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.reactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An administrator reactivated an API key.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onApiKeyReactivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.revoked_by_admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An administrator revoked an API key for good.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onApiKeyRevokedByAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.suspended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An administrator suspended an API key.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onApiKeySuspended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "business.rating_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The business's own rating changed.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onBusinessRatingChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "business.review_surge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The business's own listing got an unusual spike of reviews.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onBusinessReviewSurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "business.sms_compliance_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The review of a phone number's SMS compliance registration came to another status.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onBusinessSmsComplianceChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.hours_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor changed its opening hours.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorHoursChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.new_competitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A place was newly seen in the business's area and category.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorNewCompetitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.price_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor's price level or a product's price changed.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorPriceChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.rating_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor's rating changed.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorRatingChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.review_surge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor got an unusual spike of reviews.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorReviewSurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.status_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor closed, paused or reopened.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorStatusChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "competitor.website_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tracked competitor changed its website.
         * @description Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.
         */
        post: operations["onCompetitorWebsiteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ContentSources: {
            batch: {
                /**
                 * Format: int64
                 * @description Which of them it is, from 0.
                 */
                index: number;
                /**
                 * Format: int64
                 * @description How many variations were asked for.
                 */
                requested: number;
                /**
                 * Format: int64
                 * @description How many were written.
                 */
                total: number;
            };
            /** @description Of drafts that refine another one. */
            refinement?: {
                /**
                 * Format: int64
                 * @description Characters; the feedback itself is not kept.
                 */
                feedbackLength: number;
                previousOutputProvided: boolean;
                /** @constant */
                requested: true;
                /** @description The draft that the request named as its original. */
                sourceGenerationId: string | null;
            };
            /** @description The page that the request named. */
            sourcePage?: {
                description: string | null;
                /** @description Its first words. */
                excerptPreview: string;
                title: string | null;
                /** @description Where it was found in the end. */
                url: string;
                /** Format: int64 */
                wordCount: number;
            };
        };
        DryRun: {
            /** @constant */
            valid: true;
            /** @description What would be answered, where the operation says that it tells so. */
            would?: {
                [key: string]: unknown;
            };
        };
        Error: {
            /** @description A stable name for programs. */
            code: string;
            /** @description What is wrong with the request, and where. */
            details?: {
                message: string;
                path: string;
            }[];
            /** @description A sentence for people; the `code` again where a `message` holds the sentence. */
            error: string;
            /** @description The limit that is used up; a quota of the plan by the name that `GET /api/v1/usage` has for it. */
            quota?: {
                /** Format: int64 */
                limit: number;
                name: string;
                /**
                 * Format: int64
                 * @description After which it begins anew, where it does.
                 */
                resetSeconds?: number;
                /** Format: int64 */
                used: number;
            };
            /** @description Names this request in the service's log. */
            requestId: string;
            /** @description The team permission that is missing. */
            requiredPermission?: string;
            /** @description The lowest plan that may do this. */
            requiredPlan?: string;
            /** @description The scope that the key lacks. */
            requiredScope?: string;
        };
        GeneratedContent: {
            content: {
                callToAction: {
                    label: string;
                    text: string;
                };
                headline: string;
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                sections: {
                    body: string;
                    heading: string;
                }[];
                seo: {
                    description: string;
                    title: string;
                };
                subheadline: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "landing_page";
        } | {
            content: {
                items: {
                    answer: string;
                    question: string;
                }[];
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                title: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "faq";
        } | {
            content: {
                callToAction: {
                    label: string;
                    /** @enum {string} */
                    type: "book" | "order" | "shop" | "learn_more" | "sign_up" | "call";
                };
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                /** @description As much as a post on a business's listing may hold. */
                summary: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "gbp_post";
        } | {
            content: {
                hashtags: string[];
                imageIdea: string;
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                platform: ("facebook" | "instagram" | "linkedin") | null;
                /** @description As much as every platform takes. */
                text: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "social_post";
        } | {
            content: {
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                templates: {
                    /** @enum {string} */
                    situation: "positive" | "neutral" | "negative";
                    /** @description {customer_name} and {detail} are to be filled in. */
                    text: string;
                }[];
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "review_response_template";
        } | {
            content: {
                conclusion: string;
                introduction: string;
                keywords: string[];
                /** @description What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing. */
                note: string | null;
                sections: {
                    heading: string;
                    points: string[];
                }[];
                title: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            generatedAt: string;
            id: string;
            /** @description Null where no model took part. */
            model: string | null;
            /** @enum {string} */
            presetCategory: "local_business" | "product_demo" | "ecommerce" | "professional_services";
            /** @description Who wrote it; `local-composer` is the service itself, by templates. */
            provider: string;
            sourceSummary: components["schemas"]["ContentSources"];
            topic: string | null;
            /** @constant */
            type: "blog_outline";
        };
        /** @description The same members as RFC 9457, for clients that accept application/problem+json. */
        Problem: {
            /** @description A stable name for programs. */
            code: string;
            detail: string;
            /** @description What is wrong with the request, and where. */
            details?: {
                message: string;
                path: string;
            }[];
            /** @description A sentence for people; the `code` again where a `message` holds the sentence. */
            error: string;
            /** @description The limit that is used up; a quota of the plan by the name that `GET /api/v1/usage` has for it. */
            quota?: {
                /** Format: int64 */
                limit: number;
                name: string;
                /**
                 * Format: int64
                 * @description After which it begins anew, where it does.
                 */
                resetSeconds?: number;
                /** Format: int64 */
                used: number;
            };
            /** @description Names this request in the service's log. */
            requestId: string;
            /** @description The team permission that is missing. */
            requiredPermission?: string;
            /** @description The lowest plan that may do this. */
            requiredPlan?: string;
            /** @description The scope that the key lacks. */
            requiredScope?: string;
            /** Format: int32 */
            status: number;
            title: string;
            type: string;
        };
        /** @description Differs with every request; `sha256` is the same for as long as the rest is. */
        Receipt: {
            /** @description As in `X-Request-Id`. */
            request_id: string;
            /** @description SHA-256, in hex, over the canonical JSON (RFC 8785) of this answer without `_receipt`, in UTF-8. */
            sha256: string;
            /**
             * Format: date-time
             * @description When it was answered, whatever moment was asked about.
             */
            timestamp: string;
        };
        Recursive3: unknown;
    };
    responses: {
        /** @description `as_of_not_offered`, `invalid_request` */
        "400.as_of_not_offered.invalid_request": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "as_of_not_offered" | "invalid_request";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "as_of_not_offered" | "invalid_request";
                };
            };
        };
        /** @description `invalid_request` */
        "400.invalid_request": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`, `malformed_json` */
        "400.invalid_request.malformed_json": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "malformed_json";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "malformed_json";
                };
            };
        };
        /** @description `invalid_request`, `malformed_json`, `webhook_url_refused` */
        "400.invalid_request.malformed_json.webhook_url_refused": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "malformed_json" | "webhook_url_refused";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "malformed_json" | "webhook_url_refused";
                };
            };
        };
        /** @description `unauthenticated` */
        "401.unauthenticated": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "unauthenticated";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unauthenticated";
                };
            };
        };
        /** @description `competitor_quota_reached`, `insufficient_plan`, `insufficient_scope` */
        "403.competitor_quota_reached.insufficient_plan.insufficient_scope": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "competitor_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "competitor_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
            };
        };
        /** @description `contact_quota_reached`, `insufficient_plan`, `insufficient_scope` */
        "403.contact_quota_reached.insufficient_plan.insufficient_scope": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "contact_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "contact_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
            };
        };
        /** @description `embed_quota_reached`, `insufficient_plan`, `insufficient_scope` */
        "403.embed_quota_reached.insufficient_plan.insufficient_scope": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "embed_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "embed_quota_reached" | "insufficient_plan" | "insufficient_scope";
                };
            };
        };
        /** @description `insufficient_permission`, `insufficient_plan`, `insufficient_scope` */
        "403.insufficient_permission.insufficient_plan.insufficient_scope": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_permission" | "insufficient_plan" | "insufficient_scope";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_permission" | "insufficient_plan" | "insufficient_scope";
                };
            };
        };
        /** @description `insufficient_plan`, `insufficient_scope` */
        "403.insufficient_plan.insufficient_scope": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope";
                };
            };
        };
        /** @description `insufficient_plan`, `insufficient_scope`, `scheduled_post_quota_reached` */
        "403.insufficient_plan.insufficient_scope.scheduled_post_quota_reached": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope" | "scheduled_post_quota_reached";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope" | "scheduled_post_quota_reached";
                };
            };
        };
        /** @description `insufficient_plan`, `insufficient_scope`, `webhook_endpoint_quota_reached` */
        "403.insufficient_plan.insufficient_scope.webhook_endpoint_quota_reached": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope" | "webhook_endpoint_quota_reached";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_plan" | "insufficient_scope" | "webhook_endpoint_quota_reached";
                };
            };
        };
        /** @description `alert_not_found`, `no_active_business`, `not_found` */
        "404.alert_not_found.no_active_business.not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "alert_not_found" | "no_active_business" | "not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "alert_not_found" | "no_active_business" | "not_found";
                };
            };
        };
        /** @description `business_not_found`, `competitor_not_found`, `no_active_business` */
        "404.business_not_found.competitor_not_found.no_active_business": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "competitor_not_found" | "no_active_business";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "competitor_not_found" | "no_active_business";
                };
            };
        };
        /** @description `business_not_found`, `contact_not_found`, `no_active_business` */
        "404.business_not_found.contact_not_found.no_active_business": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "contact_not_found" | "no_active_business";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "contact_not_found" | "no_active_business";
                };
            };
        };
        /** @description `business_not_found`, `contact_not_found`, `no_active_business`, `phone_number_not_found` */
        "404.business_not_found.contact_not_found.no_active_business.phone_number_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "contact_not_found" | "no_active_business" | "phone_number_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "contact_not_found" | "no_active_business" | "phone_number_not_found";
                };
            };
        };
        /** @description `business_not_found`, `no_active_business` */
        "404.business_not_found.no_active_business": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "no_active_business";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "no_active_business";
                };
            };
        };
        /** @description `business_not_found`, `no_active_business`, `phone_number_not_found`, `webhook_endpoint_not_found` */
        "404.business_not_found.no_active_business.phone_number_not_found.webhook_endpoint_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "no_active_business" | "phone_number_not_found" | "webhook_endpoint_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_not_found" | "no_active_business" | "phone_number_not_found" | "webhook_endpoint_not_found";
                };
            };
        };
        /** @description `competitor_not_found`, `no_active_business`, `not_found` */
        "404.competitor_not_found.no_active_business.not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "competitor_not_found" | "no_active_business" | "not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "competitor_not_found" | "no_active_business" | "not_found";
                };
            };
        };
        /** @description `embed_not_found`, `no_active_business`, `not_found` */
        "404.embed_not_found.no_active_business.not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "embed_not_found" | "no_active_business" | "not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "embed_not_found" | "no_active_business" | "not_found";
                };
            };
        };
        /** @description `no_active_business` */
        "404.no_active_business": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business";
                };
            };
        };
        /** @description `no_active_business`, `not_found`, `report_not_found` */
        "404.no_active_business.not_found.report_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business" | "not_found" | "report_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business" | "not_found" | "report_not_found";
                };
            };
        };
        /** @description `no_active_business`, `not_found`, `social_post_not_found` */
        "404.no_active_business.not_found.social_post_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business" | "not_found" | "social_post_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "no_active_business" | "not_found" | "social_post_not_found";
                };
            };
        };
        /** @description `not_found`, `webhook_endpoint_not_found` */
        "404.not_found.webhook_endpoint_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "not_found" | "webhook_endpoint_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not_found" | "webhook_endpoint_not_found";
                };
            };
        };
        /** @description `webhook_endpoint_not_found` */
        "404.webhook_endpoint_not_found": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "webhook_endpoint_not_found";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "webhook_endpoint_not_found";
                };
            };
        };
        /** @description `asked_recently`, `idempotency_in_progress`, `phone_number_not_active`, `phone_number_of_other_provider`, `recipient_not_reachable`, `recipient_opted_out`, `sms_compliance_pending` */
        "409.asked_recently.idempotency_in_progress.phone_number_not_active.phone_number_of_other_provider.recipient_not_reachable.recipient_opted_out.sms_compliance_pending": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & ({
                    /** @enum {unknown} */
                    code?: "asked_recently" | "idempotency_in_progress" | "phone_number_not_active" | "phone_number_of_other_provider" | "recipient_not_reachable" | "recipient_opted_out";
                } | {
                    /** @constant */
                    code?: "sms_compliance_pending";
                    /** @description Null where the number has no registration. */
                    complianceStatus: ("draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired") | null;
                    /** @constant */
                    error?: "sms_compliance_pending";
                    message: string;
                    /** @description The number exists on no network. */
                    sandbox: boolean;
                });
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {unknown} */
                    code?: "asked_recently" | "idempotency_in_progress" | "phone_number_not_active" | "phone_number_of_other_provider" | "recipient_not_reachable" | "recipient_opted_out";
                } | {
                    /** @constant */
                    code?: "sms_compliance_pending";
                    /** @description Null where the number has no registration. */
                    complianceStatus: ("draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired") | null;
                    /** @constant */
                    error?: "sms_compliance_pending";
                    message: string;
                    /** @description The number exists on no network. */
                    sandbox: boolean;
                });
            };
        };
        /** @description `business_deleted`, `idempotency_in_progress`, `place_is_competitor` */
        "409.business_deleted.idempotency_in_progress.place_is_competitor": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "business_deleted" | "idempotency_in_progress" | "place_is_competitor";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "business_deleted" | "idempotency_in_progress" | "place_is_competitor";
                };
            };
        };
        /** @description `chat_answer_not_kept`, `idempotency_in_progress` */
        "409.chat_answer_not_kept.idempotency_in_progress": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "chat_answer_not_kept" | "idempotency_in_progress";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "chat_answer_not_kept" | "idempotency_in_progress";
                };
            };
        };
        /** @description `competitor_already_tracked`, `competitor_is_own_place`, `idempotency_in_progress` */
        "409.competitor_already_tracked.competitor_is_own_place.idempotency_in_progress": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "competitor_already_tracked" | "competitor_is_own_place" | "idempotency_in_progress";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "competitor_already_tracked" | "competitor_is_own_place" | "idempotency_in_progress";
                };
            };
        };
        /** @description `contact_already_exists`, `idempotency_in_progress` */
        "409.contact_already_exists.idempotency_in_progress": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "contact_already_exists" | "idempotency_in_progress";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "contact_already_exists" | "idempotency_in_progress";
                };
            };
        };
        /** @description `content_in_progress`, `idempotency_in_progress` */
        "409.content_in_progress.idempotency_in_progress": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "content_in_progress" | "idempotency_in_progress";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "content_in_progress" | "idempotency_in_progress";
                };
            };
        };
        /** @description `destination_not_confirmed`, `idempotency_in_progress`, `phone_number_not_active`, `phone_number_of_other_provider`, `recipient_opted_out`, `sms_compliance_pending` */
        "409.destination_not_confirmed.idempotency_in_progress.phone_number_not_active.phone_number_of_other_provider.recipient_opted_out.sms_compliance_pending": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & ({
                    /** @enum {unknown} */
                    code?: "destination_not_confirmed" | "idempotency_in_progress" | "phone_number_not_active" | "phone_number_of_other_provider" | "recipient_opted_out";
                } | {
                    /** @constant */
                    code?: "sms_compliance_pending";
                    /** @description Null where the number has no registration. */
                    complianceStatus: ("draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired") | null;
                    /** @constant */
                    error?: "sms_compliance_pending";
                    message: string;
                    /** @description The number exists on no network. */
                    sandbox: boolean;
                });
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {unknown} */
                    code?: "destination_not_confirmed" | "idempotency_in_progress" | "phone_number_not_active" | "phone_number_of_other_provider" | "recipient_opted_out";
                } | {
                    /** @constant */
                    code?: "sms_compliance_pending";
                    /** @description Null where the number has no registration. */
                    complianceStatus: ("draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired") | null;
                    /** @constant */
                    error?: "sms_compliance_pending";
                    message: string;
                    /** @description The number exists on no network. */
                    sandbox: boolean;
                });
            };
        };
        /** @description `idempotency_in_progress` */
        "409.idempotency_in_progress": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress";
                };
            };
        };
        /** @description `idempotency_in_progress`, `payment_already_recorded` */
        "409.idempotency_in_progress.payment_already_recorded": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "payment_already_recorded";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "payment_already_recorded";
                };
            };
        };
        /** @description `social_post_ended` */
        "409.social_post_ended": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "social_post_ended";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "social_post_ended";
                };
            };
        };
        /** @description `precondition_failed` */
        "412.precondition_failed": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "precondition_failed";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "precondition_failed";
                };
            };
        };
        /** @description `body_too_large` */
        "413.body_too_large": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "body_too_large";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "body_too_large";
                };
            };
        };
        /** @description `unsupported_media_type` */
        "415.unsupported_media_type": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `history_too_long` */
        "422.history_too_long": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "history_too_long";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "history_too_long";
                };
            };
        };
        /** @description `idempotency_key_reused` */
        "422.idempotency_key_reused": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_reused";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_reused";
                };
            };
        };
        /** @description `chat_limit_reached`, `rate_limited`, `too_many_attempts` */
        "429.chat_limit_reached.rate_limited.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "chat_limit_reached" | "rate_limited" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "chat_limit_reached" | "rate_limited" | "too_many_attempts";
                };
            };
        };
        /** @description `content_limit_reached`, `rate_limited`, `too_many_attempts` */
        "429.content_limit_reached.rate_limited.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "content_limit_reached" | "rate_limited" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "content_limit_reached" | "rate_limited" | "too_many_attempts";
                };
            };
        };
        /** @description `message_limit_reached`, `rate_limited`, `review_request_limit_reached`, `too_many_attempts` */
        "429.message_limit_reached.rate_limited.review_request_limit_reached.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "message_limit_reached" | "rate_limited" | "review_request_limit_reached" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "message_limit_reached" | "rate_limited" | "review_request_limit_reached" | "too_many_attempts";
                };
            };
        };
        /** @description `payment_limit_reached`, `rate_limited`, `too_many_attempts` */
        "429.payment_limit_reached.rate_limited.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "payment_limit_reached" | "rate_limited" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payment_limit_reached" | "rate_limited" | "too_many_attempts";
                };
            };
        };
        /** @description `rate_limited`, `report_limit_reached`, `too_many_attempts` */
        "429.rate_limited.report_limit_reached.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "report_limit_reached" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "report_limit_reached" | "too_many_attempts";
                };
            };
        };
        /** @description `rate_limited`, `social_post_limit_reached`, `too_many_attempts` */
        "429.rate_limited.social_post_limit_reached.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "social_post_limit_reached" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "social_post_limit_reached" | "too_many_attempts";
                };
            };
        };
        /** @description `rate_limited`, `too_many_attempts` */
        "429.rate_limited.too_many_attempts": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_attempts";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_attempts";
                };
            };
        };
        /** @description `rate_limited`, `too_many_attempts`, `too_many_streams` */
        "429.rate_limited.too_many_attempts.too_many_streams": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_attempts" | "too_many_streams";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_attempts" | "too_many_streams";
                };
            };
        };
        /** @description `head_too_large` */
        "431.head_too_large": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "head_too_large";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "head_too_large";
                };
            };
        };
        /** @description `internal_error` */
        "500.internal_error": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "internal_error";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal_error";
                };
            };
        };
        /** @description `generation_failed` */
        "502.generation_failed": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "generation_failed";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "generation_failed";
                };
            };
        };
        /** @description `contention`, `database_unavailable`, `generation_unavailable`, `log_unavailable`, `read_position_not_reached` */
        "503.contention.database_unavailable.generation_unavailable.log_unavailable.read_position_not_reached": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "generation_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "generation_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
            };
        };
        /** @description `contention`, `database_unavailable`, `log_unavailable`, `read_position_not_reached` */
        "503.contention.database_unavailable.log_unavailable.read_position_not_reached": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
            };
        };
        /** @description `contention`, `database_unavailable`, `log_unavailable`, `read_position_not_reached`, `sms_not_configured` */
        "503.contention.database_unavailable.log_unavailable.read_position_not_reached.sms_not_configured": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "log_unavailable" | "read_position_not_reached" | "sms_not_configured";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "contention" | "database_unavailable" | "log_unavailable" | "read_position_not_reached" | "sms_not_configured";
                };
            };
        };
        /** @description `database_unavailable`, `log_unavailable`, `read_position_not_reached` */
        "503.database_unavailable.log_unavailable.read_position_not_reached": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "database_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "database_unavailable" | "log_unavailable" | "read_position_not_reached";
                };
            };
        };
        /** @description `database_unavailable`, `log_unavailable`, `read_position_not_reached`, `time_travel_busy` */
        "503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "database_unavailable" | "log_unavailable" | "read_position_not_reached" | "time_travel_busy";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "database_unavailable" | "log_unavailable" | "read_position_not_reached" | "time_travel_busy";
                };
            };
        };
        /** @description `content_request_expired`, `generation_timed_out` */
        "504.content_request_expired.generation_timed_out": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "content_request_expired" | "generation_timed_out";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "content_request_expired" | "generation_timed_out";
                };
            };
        };
        /** @description `generation_timed_out` */
        "504.generation_timed_out": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "generation_timed_out";
                };
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "generation_timed_out";
                };
            };
        };
    };
    parameters: {
        /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
        AsOf: string;
        /**
         * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
         * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
         */
        DeliveryId: string;
        /**
         * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        DeliverySignature: string;
        /**
         * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
         * @example 1768469401
         */
        DeliveryTimestamp: string;
        /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
        IdempotencyKey: string;
        /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
        IfMatch: string;
        /** @description Tags that the client has; 304 where one is still right. */
        IfNoneMatch: string;
        /** @description Answer only from what has reached this position. */
        MinPosition: number;
        /**
         * @description The delivery again.
         * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
         */
        OwnDelivery: string;
        /**
         * @description The event's type, as in the body.
         * @example alert.created
         */
        OwnEvent: string;
        /**
         * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
         * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
         */
        OwnSignature: string;
        /**
         * @description The moment of signing again.
         * @example 1768469401
         */
        OwnTimestamp: string;
        /** @description A name for this request; one of another form is not taken up. */
        RequestId: string;
        /** @description Check everything and change nothing. */
        ValidateOnly: "true" | "false";
    };
    requestBodies: never;
    headers: {
        /** @description The tag of this state, for If-None-Match, and for If-Match where it is of a revision. */
        ETag: string;
        /** @description This is the first answer to this Idempotency-Key again. */
        "Idempotency-Replayed": "true";
        /** @description What is left of each limit of requests, and of each quota of the plan that the operation counts against, by the name that `GET /api/v1/usage` has for it; and the seconds until it begins anew, where it does. Absent where the request was refused before it was counted, as without credentials; quotas also where it was refused for its form. */
        RateLimit: string;
        /** @description The limits and quotas that count, and the seconds of the window within which; beside RateLimit. */
        "RateLimit-Policy": string;
        /** @description Seconds after which a repetition makes sense. */
        "Retry-After": number;
        /** @description Names this request; the client's own where it sent one. */
        "X-Request-Id": string;
        /** @description With `asOf`: the position of the last event of the business and its places that the answer tells of; 0 for none. */
        "X-Service-As-Of": number;
        /** @description How far this write moved the log; for X-Service-Min-Position. */
        "X-Service-Position": number;
    };
    pathItems: never;
}
export interface operations {
    getAiVisibility: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description How many days back from now; clamped to 7 to 90. */
                days?: number;
                /** @description A city, in either case. Unless given, all. */
                location?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        availableLocations: {
                            city: string;
                            label: string;
                            state: string | null;
                        }[];
                        businessId: string;
                        businessName: string;
                        /** @description Whether a listing is linked to the business. */
                        connected: boolean;
                        /** Format: int64 */
                        dailyChecksLimit: number;
                        /**
                         * Format: int64
                         * @description Of the UTC day, less the checks that are stored.
                         */
                        dailyChecksRemaining: number;
                        /** Format: int64 */
                        days: number;
                        engines: {
                            [key: string]: {
                                averagePosition: number | null;
                                /** @description Wilson's interval of 95 % around the percentage. */
                                interval: {
                                    high: number;
                                    low: number;
                                } | null;
                                /** Format: int64 */
                                mentioned: number;
                                /** @description Null of none. */
                                percentage: number | null;
                                /**
                                 * Format: int64
                                 * @description Of so many answers with a position.
                                 */
                                positions: number;
                                /**
                                 * Format: int64
                                 * @description Stored answers.
                                 */
                                total: number;
                            };
                        };
                        lastChecked: string | null;
                        /** @description False where nobody says where the business is, as of one that is online. */
                        localMetricsAvailable: boolean;
                        overall: {
                            /** @description Wilson's interval of 95 % around the percentage. */
                            interval: {
                                high: number;
                                low: number;
                            } | null;
                            /** Format: int64 */
                            mentioned: number;
                            /** @description Null of none. */
                            percentage: number | null;
                            /**
                             * Format: int64
                             * @description Stored answers.
                             */
                            total: number;
                        };
                        /** @description The newest answers. */
                        recent: {
                            /** Format: date-time */
                            checkedAt: string;
                            checkId: string;
                            readonly competitorsMentioned: string[];
                            engine: string;
                            id: string;
                            location: {
                                city: string;
                                state: string | null;
                            } | null;
                            mentioned: boolean;
                            mentionText: string | null;
                            /** @description 1 for the first that the answer names. */
                            position: number | null;
                            query: string;
                        }[];
                        /** @description Null for all. */
                        selectedLocation: string | null;
                        /** @description By what each engine answered last; the questions that most engines name the business for first. */
                        topQueries: {
                            /** Format: date-time */
                            checkedAt: string;
                            readonly competitorsMentioned: string[];
                            /** @description Those whose newest answer names the business. */
                            readonly engines: string[];
                            mentioned: boolean;
                            mentionText: string | null;
                            /**
                             * Format: int64
                             * @description Answers to it within the period.
                             */
                            n: number;
                            /** @description 1 for the first that the answer names. */
                            position: number | null;
                            query: string;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
                status?: "all" | "read" | "unread";
                type?: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: {
                            /** @description Null where it is about the own listing, an untracked place or no place. */
                            competitorId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description What the event type's schema in the catalogue says. */
                            data: {
                                [key: string]: components["schemas"]["Recursive3"];
                            };
                            id: string;
                            /** @description Null where it is about no place. */
                            placeId: string | null;
                            read: boolean;
                            readAt: string | null;
                            title: string;
                            /** @enum {string} */
                            type: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change";
                        }[];
                        nextCursor: string | null;
                        /**
                         * Format: int64
                         * @description All unread alerts of the business, whatever this page shows.
                         */
                        unread: number;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    markAlertByKey: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "read": true
                 *     }
                 */
                "application/json": {
                    read: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        read: boolean;
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.alert_not_found.no_active_business.not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    askChat: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "How are we rated beside our competitors?",
                 *       "context": "competitors"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default general
                     * @enum {string}
                     */
                    context?: "general" | "competitors" | "reviews" | "content" | "marketing";
                    message: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _receipt: components["schemas"]["Receipt"];
                        /** @enum {string} */
                        context: "general" | "competitors" | "reviews" | "content" | "marketing";
                        message: {
                            businessId: string;
                            content: string;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /** @description Who wrote it: `local-composer` for fixed rules over stored facts, `openai-compatible` for a model. */
                            provider: string;
                            /** @constant */
                            role: "assistant";
                        };
                        /** @description Questions of the business on this UTC day, this one among them. */
                        usage: {
                            /** Format: int64 */
                            limit: number;
                            /** Format: int64 */
                            used: number;
                        };
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            409: components["responses"]["409.chat_answer_not_kept.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.chat_limit_reached.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            502: components["responses"]["502.generation_failed"];
            503: components["responses"]["503.contention.database_unavailable.generation_unavailable.log_unavailable.read_position_not_reached"];
            504: components["responses"]["504.generation_timed_out"];
        };
    };
    listCompetitors: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        competitors: {
                            address: string | null;
                            closedDetectedAt: string | null;
                            id: string;
                            /** @description When the place was observed last; null before the first time. */
                            lastCheckedAt: string | null;
                            name: string;
                            /** @description The listing's newest status is permanently closed. */
                            permanentlyClosed: boolean;
                            placeId: string;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                        /** Format: int64 */
                        count: number;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    addCompetitor: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Fjord Coffee",
                 *       "place_id": "place-4711",
                 *       "address": "Kirkegata 1, Oslo",
                 *       "rating": 4.4,
                 *       "review_count": 210
                 *     }
                 */
                "application/json": {
                    address?: string;
                    name: string;
                    place_id: string;
                    rating?: number;
                    /** Format: int32 */
                    review_count?: number;
                    /** Format: uri */
                    website_url?: string;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        competitor: {
                            address: string | null;
                            /**
                             * Format: date-time
                             * @description Since when it is tracked: of a reactivated one, since now.
                             */
                            createdAt: string;
                            id: string;
                            name: string;
                            placeId: string;
                            rating: number | null;
                            /** @description The place was tracked before and is tracked again, under its first id. */
                            reactivated: boolean;
                            reviewCount: number | null;
                            website: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.competitor_quota_reached.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.competitor_not_found.no_active_business"];
            409: components["responses"]["409.competitor_already_tracked.competitor_is_own_place.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    getCompetitor: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description Comma list of snapshot, reviews, products, hiring, ads and tech_stack, or `all`. */
                include?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        ads?: {
                            ads: {
                                adId: string;
                                body: string | null;
                                creativeUrl: string | null;
                                /** Format: date-time */
                                detectedAt: string;
                                /** Format: date-time */
                                lastSeenAt: string;
                                pageName: string | null;
                                platforms: string[];
                                status: string;
                            }[];
                            summary: {
                                /** Format: int64 */
                                active: number;
                                platforms: string[];
                            };
                        };
                        closedDetectedAt: string | null;
                        hiring?: {
                            jobs: {
                                company: string | null;
                                location: string | null;
                                postedAt: string | null;
                                title: string;
                            }[];
                            summary: {
                                /** Format: int64 */
                                active: number;
                                lastJobCheck: string | null;
                            };
                        };
                        id: string;
                        included: ("snapshot" | "reviews" | "products" | "hiring" | "ads" | "tech_stack")[];
                        /** @description When the place was observed last; null before the first time. */
                        lastCheckedAt: string | null;
                        latestSnapshot?: {
                            /** Format: date-time */
                            checkedAt: string;
                            isRunningAds: boolean | null;
                            localPackRank: number | null;
                            rating: number | null;
                            reviewCount: number | null;
                        } | null;
                        name: string;
                        /** @description The listing's newest status is permanently closed. */
                        permanentlyClosed: boolean;
                        placeId: string;
                        products?: {
                            category: string | null;
                            currency: string | null;
                            price: number | null;
                            productName: string;
                        }[];
                        rating: number | null;
                        reviewCount: number | null;
                        reviewMeta?: {
                            /** @description When reviews were stored last. */
                            cachedAt: string | null;
                            /** @description Share of stored reviews with an answer of the owner. */
                            ownerResponseRate: number | null;
                            platformRatings: {
                                [key: string]: {
                                    rating: number | null;
                                    reviewCount: number | null;
                                };
                            };
                        };
                        techStack?: {
                            category: string | null;
                            confidence: number;
                            toolName: string;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.competitor_not_found.no_active_business.not_found"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listCompetitorReviews: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many days, in UTC, the last of which is `to`; not beside `from`. All reviews where neither is given. */
                days?: number;
                /** @description The first day, in UTC, included; no later than `to`. Years 1900 to 2199. */
                from?: string;
                /** @description Most items in one page. */
                limit?: number;
                /** @description The last day, in UTC, included; today unless given. Years 1900 to 2199. */
                to?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        reviews: {
                            author: string;
                            ownerResponse: string | null;
                            /** Format: date-time */
                            publishedAt: string;
                            rating: number;
                            /**
                             * @description `loading`: the text is to be collected again. `none`: its author wrote none.
                             * @enum {string}
                             */
                            reviewTextStatus: "available" | "loading" | "none";
                            /** @description Null where the author wrote none, and until a text whose time is over is collected again. */
                            text: string | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.competitor_not_found.no_active_business.not_found"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listCompetitorSnapshots: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many days, in UTC, the last of which is `to`; not beside `from`. 90 where neither is given. */
                days?: number;
                /** @description The first day, in UTC, included; no later than `to`. Years 1900 to 2199. */
                from?: string;
                /** @description Most items in one page. */
                limit?: number;
                /** @description The last day, in UTC, included; today unless given. Years 1900 to 2199. */
                to?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        competitorId: string;
                        /**
                         * Format: int64
                         * @description How many days the period has, whether or not they are stored.
                         */
                        days: number;
                        nextCursor: string | null;
                        snapshots: {
                            /** Format: date */
                            date: string;
                            isRunningAds: boolean | null;
                            localPackRank: number | null;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.competitor_not_found.no_active_business.not_found"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    createContact: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Kari Nordmann",
                 *       "email": "kari@example.com",
                 *       "phone": "+12025550143",
                 *       "tags": [
                 *         "regular"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @default null */
                    email?: string | null;
                    /**
                     * @description What another system calls them.
                     * @default null
                     */
                    externalId?: string | null;
                    /** @default null */
                    name?: string | null;
                    /** @default null */
                    note?: string | null;
                    /** @default null */
                    phone?: string | null;
                    /** @default [] */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contact: {
                            /** Format: date-time */
                            createdAt: string;
                            email: string | null;
                            externalId: string | null;
                            id: string;
                            name: string | null;
                            note: string | null;
                            /** @description E.164. */
                            phone: string | null;
                            tags: string[];
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.contact_quota_reached.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.no_active_business"];
            409: components["responses"]["409.contact_already_exists.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listContent: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
                presetCategory?: "local_business" | "product_demo" | "ecommerce" | "professional_services";
                type?: "landing_page" | "faq" | "gbp_post" | "social_post" | "review_response_template" | "blog_outline";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        businessId: string;
                        businessName: string;
                        /** @description Whether a listing is linked to the business. */
                        connected: boolean;
                        /**
                         * Format: int64
                         * @description How many this page holds.
                         */
                        count: number;
                        generations: components["schemas"]["GeneratedContent"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    createContent: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gbp_post",
                 *       "topic": "Autumn menu",
                 *       "tone": "friendly",
                 *       "length": "short",
                 *       "variationCount": 2
                 *     }
                 */
                "application/json": {
                    /**
                     * @default medium
                     * @enum {string}
                     */
                    length?: "short" | "medium" | "long";
                    /**
                     * @description Matters to social posts.
                     * @enum {string}
                     */
                    platform?: "facebook" | "instagram" | "linkedin";
                    /**
                     * @default local_business
                     * @enum {string}
                     */
                    presetCategory?: "local_business" | "product_demo" | "ecommerce" | "professional_services";
                    /** @description The draft that is refined, as it is now; goes with refinementFeedback. Not kept. */
                    previousOutput?: string | {
                        [key: string]: unknown;
                    };
                    /** @description What is to be different; goes with previousOutput. Not kept. */
                    refinementFeedback?: string;
                    /**
                     * Format: uuid
                     * @description The draft that is refined: three refinements of each draft of the business are free in a UTC day, and those of its refinements count for it.
                     */
                    sourceGenerationId?: string;
                    /** @description A public page of the business's own: its words are reference, and nothing in them is followed. */
                    sourceUrl?: string;
                    /**
                     * @default professional
                     * @enum {string}
                     */
                    tone?: "professional" | "friendly" | "casual" | "persuasive" | "informative";
                    topic?: string;
                    /**
                     * @description What the presetCategory stands for when left out.
                     * @enum {string}
                     */
                    type?: "landing_page" | "faq" | "gbp_post" | "social_post" | "review_response_template" | "blog_outline";
                    /**
                     * Format: int32
                     * @description Each is one unit.
                     * @default 1
                     */
                    variationCount?: number;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        businessId: string;
                        /** @description Whether a listing is linked to the business. */
                        connected: boolean;
                        dataCoverage: {
                            category: boolean;
                            differentiator: boolean;
                            hours: boolean;
                            /** @description A listing is linked to the business and was seen. */
                            listing: boolean;
                            /** @description A city or an address. */
                            location: boolean;
                            phone: boolean;
                            rating: boolean;
                            /**
                             * Format: int64
                             * @description Stored reviews published in the last 90 days: counted, never quoted.
                             */
                            recentReviews: number;
                            /** @description What the listing itself says; null where it was never seen. */
                            reviewCount: number | null;
                            /**
                             * Format: int64
                             * @description Days of which a snapshot of the listing is stored.
                             */
                            snapshots: number;
                            sourcePage: boolean;
                            targetCustomer: boolean;
                            website: boolean;
                        };
                        /**
                         * Format: int64
                         * @description How many of them are free refinements.
                         */
                        freeRegenerationsApplied: number;
                        /** @description The first of `generations`. */
                        generation: components["schemas"]["GeneratedContent"];
                        generations: components["schemas"]["GeneratedContent"][];
                        /** @description Null where no model took part. */
                        model: string | null;
                        /** @description Who wrote it; `local-composer` is the service itself, by templates. */
                        provider: string;
                        usage: {
                            /** Format: int64 */
                            limit: number;
                            /**
                             * Format: int64
                             * @description Units of this UTC day that are used, these among them.
                             */
                            used: number;
                        };
                        /** Format: int64 */
                        variationCount: number;
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_permission.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.no_active_business"];
            409: components["responses"]["409.content_in_progress.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.content_limit_reached.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            502: components["responses"]["502.generation_failed"];
            503: components["responses"]["503.contention.database_unavailable.generation_unavailable.log_unavailable.read_position_not_reached"];
            504: components["responses"]["504.content_request_expired.generation_timed_out"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
                status?: "open" | "closed" | "all";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _receipt: components["schemas"]["Receipt"];
                        conversations: {
                            /** @constant */
                            channel: "sms";
                            /** Format: date-time */
                            createdAt: string;
                            customerName: string | null;
                            /** @description E.164, or a short code. */
                            customerPhone: string;
                            id: string;
                            /** Format: date-time */
                            lastMessageAt: string;
                            /** @enum {string} */
                            status: "open" | "closed";
                            /**
                             * Format: int64
                             * @description What the customer wrote since it was marked as read.
                             */
                            unreadCount: number;
                        }[];
                        nextCursor: string | null;
                        /** @description Some of it exists on no network. */
                        sandbox: boolean;
                        /** @description All conversations of the business, whatever this page shows. */
                        stats: {
                            /** Format: int64 */
                            open: number;
                            /** Format: int64 */
                            total: number;
                            /**
                             * Format: int64
                             * @description Messages of customers that nobody has marked as read.
                             */
                            unread: number;
                        };
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listEmbeds: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        embeds: {
                            competitorIds: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: int64 */
                            days: number;
                            expiresAt: string | null;
                            id: string;
                            /** @enum {string} */
                            metric: "rating" | "reviewCount";
                            /** @description Whose pages may frame it; no page where the list is empty. */
                            origins: string[];
                            own: boolean;
                            /** @description The request that takes it back. */
                            revoke: string;
                            revokedAt: string | null;
                            /** @description The chart as a picture. */
                            svgUrl: string;
                            title: string | null;
                            /** @description The chart in a page, for a frame. Whoever has it can see the chart. */
                            url: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    createEmbed: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metric": "rating",
                 *       "days": 90,
                 *       "origins": [
                 *         "https://harbour-cafe.example"
                 *       ],
                 *       "title": "How we are rated"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Tracked competitors; one that is not tracked any more is not drawn.
                     * @default []
                     */
                    competitorIds?: string[];
                    /**
                     * Format: int32
                     * @description How many days back, today included, in UTC.
                     * @default 90
                     */
                    days?: number;
                    /** @default null */
                    expiresAt?: string | null;
                    /**
                     * @default rating
                     * @enum {string}
                     */
                    metric?: "rating" | "reviewCount";
                    /**
                     * @description Whose pages may frame it; no page unless named.
                     * @default []
                     */
                    origins?: string[];
                    /**
                     * @description Whether the own listing is drawn.
                     * @default true
                     */
                    own?: boolean;
                    /** @default null */
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        embed: {
                            competitorIds: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: int64 */
                            days: number;
                            expiresAt: string | null;
                            id: string;
                            /** @enum {string} */
                            metric: "rating" | "reviewCount";
                            /** @description Whose pages may frame it; no page where the list is empty. */
                            origins: string[];
                            own: boolean;
                            /** @description The request that takes it back. */
                            revoke: string;
                            revokedAt: string | null;
                            /** @description The chart as a picture. */
                            svgUrl: string;
                            title: string | null;
                            /** @description The chart in a page, for a frame. Whoever has it can see the chart. */
                            url: string;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.embed_quota_reached.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.competitor_not_found.no_active_business"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    revokeEmbed: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.embed_not_found.no_active_business.not_found"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int64 */
                        count: number;
                        data: {
                            apiVersion: string;
                            example: {
                                [key: string]: unknown;
                            };
                            /** @description JSON Schema 2020-12 of the member `data`. */
                            schema: {
                                [key: string]: unknown;
                            };
                            summary: string;
                            /** @enum {string} */
                            type: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listIntegrationEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the answer before; from the beginning without. */
                after?: string;
                /** @description Most events in one answer. */
                limit?: number;
                /** @description Event types, separated by commas; all without. */
                types?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            apiVersion: string;
                            businessId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description What the event type's schema in the catalogue says. */
                            data: {
                                [key: string]: components["schemas"]["Recursive3"];
                            };
                            /** @description The same as in a webhook's body and in the topic. */
                            id: string;
                            /**
                             * Format: int64
                             * @description The log position of the event.
                             */
                            position: number;
                            /** @enum {string} */
                            type: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                        }[];
                        /** @description Whether there is more to be had at once. */
                        hasMore: boolean;
                        nextCursor: string;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    exportAccount: {
        parameters: {
            query?: {
                /** @description `after` of the last mark that was received. */
                after?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts.too_many_streams"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getCurrentApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: {
                            allowedAddresses: string[];
                            /** Format: date-time */
                            createdAt: string;
                            expiresAt: string | null;
                            id: string;
                            /** @description To the minute. */
                            lastUsedAt: string | null;
                            name: string;
                            /** @description The key's beginning, to tell keys apart. */
                            prefix: string;
                            scopes: ("competitors:read" | "reviews:read" | "analytics:read" | "content:read" | "ai-visibility:read" | "alerts:read" | "usage:read" | "export" | "webhooks:manage" | "content:write" | "payments:write" | "chat:write" | "competitors:write" | "business:write" | "alerts:write" | "contacts:write" | "embeds:write" | "notifications:write" | "reports:write" | "reviews:write" | "social:write")[];
                            /** @enum {string} */
                            status: "active" | "suspended" | "revoked";
                        };
                        limits: {
                            /** Format: int64 */
                            requestsPerMinute: number;
                            /** Format: int64 */
                            requestsPerMonth: number;
                        };
                        /** @enum {string} */
                        plan: "free" | "growth" | "agency";
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    getMarket: {
        parameters: {
            query?: {
                /** @description In either case; `any` for all. Unless given, the own business's, or else all. */
                category?: string;
                /** @description In either case. Unless given, the own business's. */
                city?: string;
                /** @description In either case. Unless given, any. */
                country?: string;
                limit?: number;
                /** @description By when reviews were published; it ends at the moment of the request. */
                period?: "last_30_days" | "last_90_days" | "last_180_days";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _receipt: components["schemas"]["Receipt"];
                        /** @description Texts of other languages are counted and not judged. */
                        n: {
                            /**
                             * Format: int64
                             * @description English texts: of these every row is made.
                             */
                            analyzed: number;
                            /**
                             * Format: int64
                             * @description Analyzed texts of the earlier half of the period.
                             */
                            earlier: number;
                            readonly languages: {
                                /** @description ISO 639-1; null where it cannot be told. */
                                language: string | null;
                                /** Format: int64 */
                                texts: number;
                            }[];
                            /** Format: int64 */
                            later: number;
                            /**
                             * Format: int64
                             * @description Analyzed texts of the own listing, wherever it is.
                             */
                            own: number;
                            /**
                             * Format: int64
                             * @description Stored reviews of the segment that were published in the period.
                             */
                            reviews: number;
                            /** @description Whether there are more texts than are looked at, which is then a fixed sample. */
                            sampled: boolean;
                            /**
                             * Format: int64
                             * @description Those whose text is kept at the moment.
                             */
                            texts: number;
                        };
                        /** @enum {string} */
                        period: "last_30_days" | "last_90_days" | "last_180_days";
                        stats: {
                            avgRating: number | null;
                            avgReviewCount: number | null;
                            /** @description Null for every category. */
                            category: string | null;
                            city: string;
                            /** @description Null for any. */
                            country: string | null;
                            /** @description Of how many places either is known. */
                            n: {
                                /** Format: int64 */
                                rating: number;
                                /** Format: int64 */
                                reviewCount: number;
                            };
                            /** Format: int64 */
                            permanentlyClosed: number;
                            /** Format: int64 */
                            totalBusinesses: number;
                        };
                        trends: {
                            /** @description Of the sentences, from −1 to 1. */
                            avgSentiment: number;
                            /** @enum {string} */
                            category: "service" | "product" | "market-gap" | "general";
                            /**
                             * Format: int64
                             * @description Other places of the segment whose reviews speak of it.
                             */
                            competitor_count: number;
                            inOwnReviews: boolean;
                            /** @description Reviews of competitors speak of it, and of the own ones enough are known that do not. */
                            isGap: boolean;
                            keyword: string;
                            /** Format: int64 */
                            mention_count: number;
                            /** @description Mentions in either half. */
                            n: {
                                /** Format: int64 */
                                earlier: number;
                                /** Format: int64 */
                                later: number;
                            };
                            /** @description The later half of the period against the earlier; null: too few to tell. */
                            trend: ("new" | "rising" | "steady" | "falling") | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getMarketDensity: {
        parameters: {
            query?: {
                /** @description In either case. Unless given, all. */
                category?: string;
                /** @description Unless given, where the own listing is. */
                latitude?: number;
                limit?: number;
                /** @description Together with `latitude`. */
                longitude?: number;
                /** @description Meters. */
                radius?: number;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        category: string | null;
                        center: {
                            latitude: number;
                            longitude: number;
                        };
                        /**
                         * Format: int64
                         * @description Stored places within the radius.
                         */
                        n: number;
                        /**
                         * Format: int64
                         * @description Those that are not known to be permanently closed.
                         */
                        open: number;
                        openPerSquareKilometer: number;
                        places: {
                            /** @description Null where no observation told. */
                            businessStatus: ("operational" | "temporarily_closed" | "permanently_closed") | null;
                            category: string | null;
                            /** Format: int64 */
                            distanceMeters: number;
                            latitude: number;
                            longitude: number;
                            name: string | null;
                            placeId: string;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                        radiusMeters: number;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listMarketLeaders: {
        parameters: {
            query?: {
                /** @description In either case; `any` for all. Unless given, the own business's, or else all. */
                category?: string;
                /** @description In either case. Unless given, the own business's. */
                city?: string;
                /** @description In either case. Unless given, any. */
                country?: string;
                limit?: number;
                sort?: "rating" | "reviews";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        leaders: {
                            address: string | null;
                            /** @description Null where no observation told. */
                            businessStatus: ("operational" | "temporarily_closed" | "permanently_closed") | null;
                            category: string | null;
                            /** @description Whether it is the own listing. */
                            isOwn: boolean;
                            name: string | null;
                            placeId: string;
                            /** Format: int64 */
                            rank: number;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                        /**
                         * Format: int64
                         * @description How many places of the segment have the figure.
                         */
                        n: number;
                        segment: {
                            /** @description Null for every category. */
                            category: string | null;
                            city: string;
                            /** @description Null for any. */
                            country: string | null;
                        };
                        /** @enum {string} */
                        sort: "rating" | "reviews";
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listMarketProjections: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                limit?: number;
                lookbackDays?: number;
                metric?: "all" | "rating" | "review_count";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _receipt: components["schemas"]["Receipt"];
                        business: {
                            id: string;
                            name: string;
                        };
                        /**
                         * Format: int64
                         * @description How many there are; `limit` may leave some out.
                         */
                        count: number;
                        /** Format: int64 */
                        lookbackDays: number;
                        /** @enum {string} */
                        metric: "all" | "rating" | "review_count";
                        projections: {
                            competitorId: string;
                            competitorName: string;
                            /** @description Own less competitor's. */
                            currentGap: number | null;
                            daysToCrossover: number | null;
                            /** @description How the gap changes a day. */
                            gapPerDay: number | null;
                            /** @description The standard error of that. */
                            gapPerDayError: number | null;
                            /** @enum {string} */
                            metric: "rating" | "review_count";
                            /** @description Days with a value. */
                            n: {
                                /** Format: int64 */
                                competitor: number;
                                /** Format: int64 */
                                own: number;
                            };
                            permanentlyClosed: boolean;
                            /** @description Whether the change is told from none: by chance alone it would be at most 1 time of 20. */
                            significant: boolean;
                            /** @enum {string} */
                            status: "projected_overtake" | "projected_catch_up" | "ahead" | "behind" | "level" | "insufficient_data";
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getMarketSaturation: {
        parameters: {
            query?: {
                /** @description In either case; `any` for all. Unless given, the own business's, or else all. */
                category?: string;
                /** @description In either case. Unless given, the own business's. */
                city?: string;
                /** @description In either case. Unless given, any. */
                country?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @description The square kilometres that they are in.
                         */
                        cells: number;
                        /** @description Null where nobody's coordinates are known. */
                        index: number | null;
                        /**
                         * Format: int64
                         * @description Open businesses whose coordinates are known.
                         */
                        n: number;
                        /** @description Of an open business in its own square kilometre, on average. */
                        neighbours: number | null;
                        /** Format: int64 */
                        permanentlyClosed: number;
                        segment: {
                            /** @description Null for every category. */
                            category: string | null;
                            city: string;
                            /** @description Null for any. */
                            country: string | null;
                        };
                        /** Format: int64 */
                        totalBusinesses: number;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listMarketSignals: {
        parameters: {
            query?: {
                /** @description In either case; `any` for all. Unless given, the own business's, or else all. */
                category?: string;
                /** @description In either case. Unless given, the own business's. */
                city?: string;
                /** @description In either case. Unless given, any. */
                country?: string;
                /** @description Of each type. */
                limit?: number;
                /** @description Unless given, all. */
                type?: "fast_growing_competitor" | "response_gap" | "topic_gap" | "crowded_segment" | "review_moat_leader";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many there are of each type; `limit` may leave some out. */
                        found: {
                            /** Format: int64 */
                            crowded_segment: number;
                            /** Format: int64 */
                            fast_growing_competitor: number;
                            /** Format: int64 */
                            response_gap: number;
                            /** Format: int64 */
                            review_moat_leader: number;
                            /** Format: int64 */
                            topic_gap: number;
                        };
                        n: {
                            /**
                             * Format: int64
                             * @description Categories whose businesses were laid out on the map.
                             */
                            categories: number;
                            /**
                             * Format: int64
                             * @description Places of the segment that were looked at, the most reviewed ones.
                             */
                            places: number;
                            /**
                             * Format: int64
                             * @description English texts that were analyzed.
                             */
                            texts: number;
                            /**
                             * Format: int64
                             * @description Those of whose reviews it is known whether they are answered.
                             */
                            withAnswers: number;
                            /**
                             * Format: int64
                             * @description Those whose growth is known.
                             */
                            withGrowth: number;
                        };
                        segment: {
                            /** @description Null for every category. */
                            category: string | null;
                            city: string;
                            /** @description Null for any. */
                            country: string | null;
                        };
                        signals: {
                            data: {
                                [key: string]: string | number;
                            };
                            /**
                             * Format: int64
                             * @description Of how many places, reviews or businesses it is made.
                             */
                            n: number;
                            periodDays: number | null;
                            /** @description Null where it is about no single place. */
                            place: {
                                /** @description Null where no observation told. */
                                businessStatus: ("operational" | "temporarily_closed" | "permanently_closed") | null;
                                /** @description Whether it is the own listing. */
                                isOwn: boolean;
                                name: string | null;
                                placeId: string;
                            } | null;
                            title: string;
                            /** @enum {string} */
                            type: "fast_growing_competitor" | "response_gap" | "topic_gap" | "crowded_segment" | "review_moat_leader";
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listMarketTrends: {
        parameters: {
            query: {
                /** @description In either case. Unless given, all collected categories of the city. */
                category?: string;
                /** @description In either case. */
                city: string;
                /** @description In either case. Unless given, any. */
                country?: string;
                limit?: number;
                /** @description By when reviews were published; it ends at the moment of the request. */
                period?: "last_30_days" | "last_90_days" | "last_180_days";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Texts of other languages are counted and not judged. */
                        n: {
                            /**
                             * Format: int64
                             * @description English texts: of these every row is made.
                             */
                            analyzed: number;
                            /**
                             * Format: int64
                             * @description Analyzed texts of the earlier half of the period.
                             */
                            earlier: number;
                            readonly languages: {
                                /** @description ISO 639-1; null where it cannot be told. */
                                language: string | null;
                                /** Format: int64 */
                                texts: number;
                            }[];
                            /** Format: int64 */
                            later: number;
                            /**
                             * Format: int64
                             * @description Analyzed texts of the own listing, wherever it is.
                             */
                            own: number;
                            /**
                             * Format: int64
                             * @description Stored reviews of the segment that were published in the period.
                             */
                            reviews: number;
                            /** @description Whether there are more texts than are looked at, which is then a fixed sample. */
                            sampled: boolean;
                            /**
                             * Format: int64
                             * @description Those whose text is kept at the moment.
                             */
                            texts: number;
                        };
                        /** @enum {string} */
                        period: "last_30_days" | "last_90_days" | "last_180_days";
                        segment: {
                            /** @description Null for every category. */
                            category: string | null;
                            city: string;
                            /** @description Null for any. */
                            country: string | null;
                        };
                        summary: {
                            /** @description As profile health is worked out, of the most reviewed places. */
                            avgHealthScore: number | null;
                            avgRating: number | null;
                            avgReviewCount: number | null;
                            /** @description Reviews that a place gained in a week. */
                            avgVelocity7d: number | null;
                            medianRating: number | null;
                            /** @description Of how many places each is known. */
                            n: {
                                /** Format: int64 */
                                healthScore: number;
                                /** Format: int64 */
                                rating: number;
                                /** Format: int64 */
                                reviewCount: number;
                                /** Format: int64 */
                                velocity7d: number;
                            };
                            /** Format: int64 */
                            permanentlyClosed: number;
                            /** Format: int64 */
                            totalBusinesses: number;
                        };
                        trends: {
                            /** @description Of the sentences, from −1 to 1. */
                            avgSentiment: number;
                            /** @enum {string} */
                            category: "service" | "product" | "market-gap" | "general";
                            /**
                             * Format: int64
                             * @description Other places of the segment whose reviews speak of it.
                             */
                            competitorCount: number;
                            inOwnReviews: boolean;
                            /** @description Reviews of competitors speak of it, and of the own ones enough are known that do not. */
                            isGap: boolean;
                            keyword: string;
                            /** Format: int64 */
                            mentionCount: number;
                            /** @description Mentions in either half. */
                            n: {
                                /** Format: int64 */
                                earlier: number;
                                /** Format: int64 */
                                later: number;
                            };
                            /** @description The later half of the period against the earlier; null: too few to tell. */
                            trend: ("new" | "rising" | "steady" | "falling") | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.as_of_not_offered.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getOwnProfile: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        category: string | null;
                        city: string | null;
                        country: string | null;
                        /** @description As its owner told it. */
                        differentiator: string | null;
                        id: string;
                        lastCheckedAt: string | null;
                        name: string;
                        permanentlyClosed: boolean;
                        phone: string | null;
                        placeId: string | null;
                        rating: number | null;
                        reviewCount: number | null;
                        state: string | null;
                        /** @description As its owner told it. */
                        targetCustomer: string | null;
                        website: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    editOwnProfile: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "targetCustomer": "Commuters",
                 *       "placeId": "place-4711"
                 *     }
                 */
                "application/json": {
                    category?: string | null;
                    city?: string | null;
                    country?: string | null;
                    differentiator?: string | null;
                    name?: string;
                    /** @description The place that is the business's own listing; null unlinks it. */
                    placeId?: string | null;
                    state?: string | null;
                    targetCustomer?: string | null;
                    website?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        business: {
                            category: string | null;
                            city: string | null;
                            country: string | null;
                            differentiator: string | null;
                            id: string;
                            name: string;
                            /** @description The place that is the business's own listing. */
                            placeId: string | null;
                            /** @description Until when a deleted business can be restored. */
                            restorableUntil: string | null;
                            state: string | null;
                            /** @enum {string} */
                            status: "active" | "deleted";
                            targetCustomer: string | null;
                            website: string | null;
                        };
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.no_active_business"];
            409: components["responses"]["409.business_deleted.idempotency_in_progress.place_is_competitor"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listCompetitorsAlias1: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        competitors: {
                            address: string | null;
                            closedDetectedAt: string | null;
                            id: string;
                            /** @description When the place was observed last; null before the first time. */
                            lastCheckedAt: string | null;
                            name: string;
                            /** @description The listing's newest status is permanently closed. */
                            permanentlyClosed: boolean;
                            placeId: string;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                        /** Format: int64 */
                        count: number;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getGapAnalysis: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @description Tracked, whether or not they are open.
                         */
                        competitorCount: number;
                        gaps: {
                            /** @enum {string} */
                            better: "more" | "less";
                            competitors: {
                                best: {
                                    id: string;
                                    name: string;
                                    value: number;
                                } | null;
                                median: number | null;
                                /**
                                 * Format: int64
                                 * @description Of how many competitors the figure is known, those that closed for good left out.
                                 */
                                n: number;
                            };
                            /** @enum {string} */
                            figure: "rating" | "reviewCount" | "recentReviews" | "ownerResponseRate" | "photos" | "localPackRank";
                            /** @description The own figure less the median. */
                            gap: number | null;
                            own: number | null;
                            periodDays: number | null;
                            /** @description 1 where nobody is better. */
                            rank: number | null;
                        }[];
                        placeId: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getProfileHealth: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        breakdown: {
                            /**
                             * Format: int64
                             * @description How many facts, reviews or photos it is made of.
                             */
                            n: number;
                            /** @enum {string} */
                            part: "completeness" | "rating" | "reviewVolume" | "reviewRecency" | "ownerResponses" | "photos";
                            periodDays: number | null;
                            /** @description Null where it was never observed. */
                            value: number | null;
                            weight: number;
                        }[];
                        /** @description How much of the weight is of parts whose value is known. */
                        coverage: number;
                        /** @description Fields of the listing that nobody has seen filled. */
                        missing: ("name" | "address" | "category" | "phone" | "website" | "hours" | "location")[];
                        placeId: string | null;
                        /** @description Null where nothing is known of the listing. */
                        score: number | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listInsights: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int64 */
                        count: number;
                        insights: {
                            data: {
                                [key: string]: string | number | string[];
                            };
                            /**
                             * Format: int64
                             * @description How many reviews, competitors, snapshots or fields it is made of.
                             */
                            n: number;
                            periodDays: number | null;
                            title: string;
                            /** @enum {string} */
                            type: "unanswered_low_reviews" | "rating_fell" | "rating_rose" | "rating_behind" | "rating_ahead" | "reviews_behind" | "competitor_closed" | "profile_incomplete";
                        }[];
                        placeId: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getReportCard: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        overall: ("A" | "B" | "C" | "D" | "F") | null;
                        placeId: string | null;
                        subjects: {
                            /** @description Null where there are too few reviews to tell. */
                            grade: ("A" | "B" | "C" | "D" | "F") | null;
                            /**
                             * Format: int64
                             * @description How many reviews it is made of; for reviewGrowth those of the 90 days before.
                             */
                            n: number;
                            /** Format: int64 */
                            periodDays: number;
                            /** @enum {string} */
                            subject: "responseRate" | "lowRatingResponseRate" | "averageRating" | "reviewGrowth";
                            value: number | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listOwnReviews: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many days, in UTC, the last of which is `to`; not beside `from`. All reviews where neither is given. */
                days?: number;
                /** @description The first day, in UTC, included; no later than `to`. Years 1900 to 2199. */
                from?: string;
                /** @description Most items in one page. */
                limit?: number;
                /** @description The last day, in UTC, included; today unless given. Years 1900 to 2199. */
                to?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        reviews: {
                            author: string;
                            ownerResponse: string | null;
                            /** Format: date-time */
                            publishedAt: string;
                            rating: number;
                            /**
                             * @description `loading`: the text is to be collected again. `none`: its author wrote none.
                             * @enum {string}
                             */
                            reviewTextStatus: "available" | "loading" | "none";
                            /** @description Null where the author wrote none, and until a text whose time is over is collected again. */
                            text: string | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listOwnSnapshots: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many days, in UTC, the last of which is `to`; not beside `from`. 90 where neither is given. */
                days?: number;
                /** @description The first day, in UTC, included; no later than `to`. Years 1900 to 2199. */
                from?: string;
                /** @description Most items in one page. */
                limit?: number;
                /** @description The last day, in UTC, included; today unless given. Years 1900 to 2199. */
                to?: string;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @description How many days the period has, whether or not they are stored.
                         */
                        days: number;
                        nextCursor: string | null;
                        snapshots: {
                            /** Format: date */
                            date: string;
                            isRunningAds: boolean | null;
                            localPackRank: number | null;
                            rating: number | null;
                            reviewCount: number | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    getNotifications: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notifications: {
                            businessId: string;
                            email: {
                                /** @description Types of alerts of which a mail is sent, one for each alert. */
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                /** @description Whether verdicts on SMS registrations, and long waits for them, are mailed. */
                                complianceStatus: boolean;
                                /** @description False where this service has no mail server: mails are kept for its operators then, and reach nobody. */
                                configured: boolean;
                                /** @description The account's own address; mails go nowhere else. */
                                to: string;
                            };
                            /** @description Of which alerts of this business a phone is texted; null where none is. */
                            sms: {
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                /** @description The business's number from which it is texted. */
                                phoneNumberId: string;
                                /** @description The phone, in E.164. */
                                to: string;
                            } | null;
                            /** @description Of which alerts of this business an endpoint of the account is told, beside what it is subscribed to. */
                            webhook: {
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                endpointId: string;
                            } | null;
                        };
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    chooseNotifications: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": {
                 *         "alerts": [
                 *           "competitor.rating_change",
                 *           "business.review_surge"
                 *         ],
                 *         "complianceStatus": true
                 *       }
                 *     }
                 */
                "application/json": {
                    email?: {
                        alerts?: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                        complianceStatus?: boolean;
                    };
                    /** @description Null for none. */
                    sms?: {
                        alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                        phoneNumberId: string;
                        /** @description A phone of the United States or Canada, with or without +1. */
                        to: string;
                    } | null;
                    /** @description Null for none. */
                    webhook?: {
                        alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                        endpointId: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notifications: {
                            businessId: string;
                            email: {
                                /** @description Types of alerts of which a mail is sent, one for each alert. */
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                /** @description Whether verdicts on SMS registrations, and long waits for them, are mailed. */
                                complianceStatus: boolean;
                                /** @description False where this service has no mail server: mails are kept for its operators then, and reach nobody. */
                                configured: boolean;
                                /** @description The account's own address; mails go nowhere else. */
                                to: string;
                            };
                            /** @description Of which alerts of this business a phone is texted; null where none is. */
                            sms: {
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                /** @description The business's number from which it is texted. */
                                phoneNumberId: string;
                                /** @description The phone, in E.164. */
                                to: string;
                            } | null;
                            /** @description Of which alerts of this business an endpoint of the account is told, beside what it is subscribed to. */
                            webhook: {
                                alerts: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change")[];
                                endpointId: string;
                            } | null;
                        };
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.no_active_business.phone_number_not_found.webhook_endpoint_not_found"];
            409: components["responses"]["409.destination_not_confirmed.idempotency_in_progress.phone_number_not_active.phone_number_of_other_provider.recipient_opted_out.sms_compliance_pending"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached.sms_not_configured"];
        };
    };
    recordPayment: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1250,
                 *       "currency": "EUR",
                 *       "method": "card",
                 *       "reference": "till-4711"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int64
                     * @description In the currency's minor unit: 1250 is 12.50 of most.
                     */
                    amount: number;
                    /** @default null */
                    contactId?: string | null;
                    currency: string;
                    /**
                     * @default other
                     * @enum {string}
                     */
                    method?: "cash" | "card" | "bank_transfer" | "cheque" | "mobile" | "online" | "other";
                    /** @default null */
                    note?: string | null;
                    /**
                     * Format: date-time
                     * @description This moment, unless told; at most a day ahead.
                     */
                    paidAt?: string;
                    /**
                     * @description What another system calls the payment.
                     * @default null
                     */
                    reference?: string | null;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payment: {
                            /** Format: int64 */
                            amount: number;
                            contactId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            id: string;
                            /** @enum {string} */
                            method: "cash" | "card" | "bank_transfer" | "cheque" | "mobile" | "online" | "other";
                            note: string | null;
                            /** Format: date-time */
                            paidAt: string;
                            reference: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.contact_not_found.no_active_business"];
            409: components["responses"]["409.idempotency_in_progress.payment_already_recorded"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.payment_limit_reached.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        reports: {
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /** @enum {string} */
                            kind: "competitor_comparison" | "reviews" | "market";
                            links: {
                                list: string;
                                self: string;
                            };
                            /** @description Days in UTC, both included. */
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                            };
                            title: string | null;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    makeReport: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "competitor_comparison",
                 *       "days": 30,
                 *       "title": "Our month"
                 *     }
                 */
                "application/json": {
                    /** @description Of a market; `any` for all. Unless given, the own business's, or else all. */
                    category?: string;
                    /** @description Of a market. Unless given, the own business's. */
                    city?: string;
                    /** @description Of a market. Unless given, any. */
                    country?: string;
                    /**
                     * Format: int32
                     * @description How many days back, today included, in UTC.
                     * @default 90
                     */
                    days?: number;
                    /** @enum {string} */
                    kind: "competitor_comparison" | "reviews" | "market";
                    /** @default null */
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            /** Format: date-time */
                            createdAt: string;
                            /** @description As the stored facts were when it was made; those of another kind are null. n says of how many days, reviews or places. */
                            figures: {
                                comparison: {
                                    competitors: {
                                        competitorId: string | null;
                                        n: {
                                            /** Format: int64 */
                                            rating: number;
                                            /** Format: int64 */
                                            reviewCount: number;
                                        };
                                        name: string;
                                        permanentlyClosed: boolean;
                                        placeId: string | null;
                                        rating: number | null;
                                        ratingChange: number | null;
                                        reviewCount: number | null;
                                        reviewCountChange: number | null;
                                    }[];
                                    own: {
                                        competitorId: string | null;
                                        n: {
                                            /** Format: int64 */
                                            rating: number;
                                            /** Format: int64 */
                                            reviewCount: number;
                                        };
                                        name: string;
                                        permanentlyClosed: boolean;
                                        placeId: string | null;
                                        rating: number | null;
                                        ratingChange: number | null;
                                        reviewCount: number | null;
                                        reviewCountChange: number | null;
                                    };
                                } | null;
                                market: {
                                    averageRating: number | null;
                                    averageReviewCount: number | null;
                                    leaders: {
                                        name: string | null;
                                        own: boolean;
                                        permanentlyClosed: boolean;
                                        placeId: string;
                                        /** Format: int64 */
                                        rank: number;
                                        rating: number | null;
                                        reviewCount: number | null;
                                    }[];
                                    n: {
                                        /** Format: int64 */
                                        rating: number;
                                        /** Format: int64 */
                                        reviewCount: number;
                                    };
                                    /** Format: int64 */
                                    permanentlyClosed: number;
                                    /** Format: int64 */
                                    places: number;
                                    segment: {
                                        category: string | null;
                                        city: string;
                                        country: string | null;
                                    };
                                } | null;
                                reviews: {
                                    /** Format: int64 */
                                    answerable: number;
                                    /** Format: int64 */
                                    answered: number;
                                    averageRating: number | null;
                                    /** Format: int64 */
                                    n: number;
                                    responseRate: number | null;
                                    stars: {
                                        /** Format: int64 */
                                        n: number;
                                        /** Format: int64 */
                                        rating: number;
                                    }[];
                                } | null;
                            };
                            id: string;
                            /** @enum {string} */
                            kind: "competitor_comparison" | "reviews" | "market";
                            links: {
                                list: string;
                                self: string;
                            };
                            /** @description Days in UTC, both included. */
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                            };
                            title: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.no_active_business"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.report_limit_reached.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            /** Format: date-time */
                            createdAt: string;
                            /** @description As the stored facts were when it was made; those of another kind are null. n says of how many days, reviews or places. */
                            figures: {
                                comparison: {
                                    competitors: {
                                        competitorId: string | null;
                                        n: {
                                            /** Format: int64 */
                                            rating: number;
                                            /** Format: int64 */
                                            reviewCount: number;
                                        };
                                        name: string;
                                        permanentlyClosed: boolean;
                                        placeId: string | null;
                                        rating: number | null;
                                        ratingChange: number | null;
                                        reviewCount: number | null;
                                        reviewCountChange: number | null;
                                    }[];
                                    own: {
                                        competitorId: string | null;
                                        n: {
                                            /** Format: int64 */
                                            rating: number;
                                            /** Format: int64 */
                                            reviewCount: number;
                                        };
                                        name: string;
                                        permanentlyClosed: boolean;
                                        placeId: string | null;
                                        rating: number | null;
                                        ratingChange: number | null;
                                        reviewCount: number | null;
                                        reviewCountChange: number | null;
                                    };
                                } | null;
                                market: {
                                    averageRating: number | null;
                                    averageReviewCount: number | null;
                                    leaders: {
                                        name: string | null;
                                        own: boolean;
                                        permanentlyClosed: boolean;
                                        placeId: string;
                                        /** Format: int64 */
                                        rank: number;
                                        rating: number | null;
                                        reviewCount: number | null;
                                    }[];
                                    n: {
                                        /** Format: int64 */
                                        rating: number;
                                        /** Format: int64 */
                                        reviewCount: number;
                                    };
                                    /** Format: int64 */
                                    permanentlyClosed: number;
                                    /** Format: int64 */
                                    places: number;
                                    segment: {
                                        category: string | null;
                                        city: string;
                                        country: string | null;
                                    };
                                } | null;
                                reviews: {
                                    /** Format: int64 */
                                    answerable: number;
                                    /** Format: int64 */
                                    answered: number;
                                    averageRating: number | null;
                                    /** Format: int64 */
                                    n: number;
                                    responseRate: number | null;
                                    stars: {
                                        /** Format: int64 */
                                        n: number;
                                        /** Format: int64 */
                                        rating: number;
                                    }[];
                                } | null;
                            };
                            id: string;
                            /** @enum {string} */
                            kind: "competitor_comparison" | "reviews" | "market";
                            links: {
                                list: string;
                                self: string;
                            };
                            /** @description Days in UTC, both included. */
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                            };
                            title: string | null;
                        };
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business.not_found.report_not_found"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    listReviewRequests: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        reviewRequests: {
                            /** @enum {string} */
                            channel: "sms" | "email";
                            contactId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            failureReason: ("refused" | "undelivered" | "gave_up" | "recipient_opted_out" | "sms_compliance_pending" | "number_not_usable" | "message_limit_reached" | "not_configured" | "business_deleted") | null;
                            id: string;
                            message: string;
                            /** @description An e-mail address, or a phone number in E.164. */
                            recipient: string;
                            /**
                             * @description `recorded`: nothing carries it on this service, and it is not sent. What is queued is sent once, or fails; of e-mails nobody tells that they were delivered.
                             * @enum {string}
                             */
                            status: "recorded" | "queued" | "sent" | "delivered" | "failed";
                            /** @description Of an e-mail. */
                            subject: string;
                            /**
                             * Format: date-time
                             * @description When its status changed last.
                             */
                            updatedAt: string;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    requestReview: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "kari@example.com",
                 *       "name": "Kari",
                 *       "reviewUrl": "https://reviews.example/harbour-cafe"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Either, unless told.
                     * @enum {string}
                     */
                    channel?: "sms" | "email";
                    contactId?: string;
                    /**
                     * Format: email
                     * @description Kept in lower case.
                     */
                    email?: string;
                    /**
                     * @description In place of our words, to a contact that the business keeps; the link follows it.
                     * @default null
                     */
                    message?: string | null;
                    /**
                     * @description Whoever is asked; a contact's own name unless told.
                     * @default null
                     */
                    name?: string | null;
                    /** @description Kept in E.164; without a country's prefix, one of the United States or Canada. */
                    phone?: string;
                    /** @description The business's number from which a text message is sent. */
                    phoneNumberId?: string;
                    /**
                     * Format: uri
                     * @description Where the review is written; https.
                     */
                    reviewUrl: string;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reviewRequest: {
                            /** @enum {string} */
                            channel: "sms" | "email";
                            contactId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            failureReason: ("refused" | "undelivered" | "gave_up" | "recipient_opted_out" | "sms_compliance_pending" | "number_not_usable" | "message_limit_reached" | "not_configured" | "business_deleted") | null;
                            id: string;
                            message: string;
                            /** @description An e-mail address, or a phone number in E.164. */
                            recipient: string;
                            /**
                             * @description `recorded`: nothing carries it on this service, and it is not sent. What is queued is sent once, or fails; of e-mails nobody tells that they were delivered.
                             * @enum {string}
                             */
                            status: "recorded" | "queued" | "sent" | "delivered" | "failed";
                            /** @description Of an e-mail. */
                            subject: string;
                            /**
                             * Format: date-time
                             * @description When its status changed last.
                             */
                            updatedAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.business_not_found.contact_not_found.no_active_business.phone_number_not_found"];
            409: components["responses"]["409.asked_recently.idempotency_in_progress.phone_number_not_active.phone_number_of_other_provider.recipient_not_reachable.recipient_opted_out.sms_compliance_pending"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.message_limit_reached.rate_limited.review_request_limit_reached.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listSocialPosts: {
        parameters: {
            query?: {
                /** @description Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute. */
                asOf?: components["parameters"]["AsOf"];
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Most items in one page. */
                limit?: number;
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        posts: {
                            contentId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /** @enum {string} */
                            platform: "facebook" | "instagram" | "linkedin";
                            /** @description What the platform calls it, once it is published. */
                            platformPostId: string | null;
                            /** Format: date-time */
                            publishAt: string;
                            /** @description Why it was not published, in a sentence. */
                            reason: string | null;
                            /**
                             * @description What is scheduled is published at its moment, or is told why it was not.
                             * @enum {string}
                             */
                            status: "scheduled" | "canceled" | "published" | "not_published";
                            text: string;
                            /**
                             * Format: date-time
                             * @description When its status changed last.
                             */
                            updatedAt: string;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-As-Of": components["headers"]["X-Service-As-Of"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business"];
            422: components["responses"]["422.history_too_long"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached.time_travel_busy"];
        };
    };
    scheduleSocialPost: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "facebook",
                 *       "text": "Fresh cinnamon buns every morning."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The draft that it is made of. It is kept beside the post, and not looked up.
                     * @default null
                     */
                    contentId?: string | null;
                    /** @enum {string} */
                    platform: "facebook" | "instagram" | "linkedin";
                    /**
                     * Format: date-time
                     * @description This moment, unless told; at most 366 days ahead, and not before.
                     */
                    publishAt?: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: {
                            contentId: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /** @enum {string} */
                            platform: "facebook" | "instagram" | "linkedin";
                            /** @description What the platform calls it, once it is published. */
                            platformPostId: string | null;
                            /** Format: date-time */
                            publishAt: string;
                            /** @description Why it was not published, in a sentence. */
                            reason: string | null;
                            /**
                             * @description What is scheduled is published at its moment, or is told why it was not.
                             * @enum {string}
                             */
                            status: "scheduled" | "canceled" | "published" | "not_published";
                            text: string;
                            /**
                             * Format: date-time
                             * @description When its status changed last.
                             */
                            updatedAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope.scheduled_post_quota_reached"];
            404: components["responses"]["404.business_not_found.no_active_business"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.social_post_limit_reached.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    cancelSocialPost: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.no_active_business.not_found.social_post_not_found"];
            409: components["responses"]["409.social_post_ended"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            id: string;
                            /** @enum {string} */
                            plan: "free" | "growth" | "agency";
                        };
                        business: {
                            id: string;
                            name: string;
                        } | null;
                        key: {
                            allowedAddresses: string[];
                            /** Format: date-time */
                            createdAt: string;
                            expiresAt: string | null;
                            id: string;
                            /** @description To the minute. */
                            lastUsedAt: string | null;
                            name: string;
                            /** @description The key's beginning, to tell keys apart. */
                            prefix: string;
                            scopes: ("competitors:read" | "reviews:read" | "analytics:read" | "content:read" | "ai-visibility:read" | "alerts:read" | "usage:read" | "export" | "webhooks:manage" | "content:write" | "payments:write" | "chat:write" | "competitors:write" | "business:write" | "alerts:write" | "contacts:write" | "embeds:write" | "notifications:write" | "reports:write" | "reviews:write" | "social:write")[];
                            /** @enum {string} */
                            status: "active" | "suspended" | "revoked";
                        };
                        quotas: {
                            /** Format: int64 */
                            limit: number;
                            /** @description New quotas can come with new features. */
                            name: string;
                            /**
                             * @description Whose use is counted: `business` is the active one.
                             * @enum {string}
                             */
                            per: "account" | "business" | "key";
                            /** @description Null where what exists at the moment is counted. */
                            period: ("minute" | "day" | "month") | null;
                            /** @description When the period ends and counting begins anew, in UTC. */
                            resetsAt: string | null;
                            /**
                             * Format: int64
                             * @description May exceed the limit after a change of plan.
                             */
                            used: number;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int64 */
                        count: number;
                        data: {
                            active: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            events: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin")[];
                            id: string;
                            /** @description Why it is paused: by request, since the receiver answered 410, or since its address may not be connected to. */
                            pausedReason: ("requested" | "receiver_gone" | "target_refused") | null;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    registerWebhook: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/intelligence",
                 *       "events": [
                 *         "competitor.rating_change",
                 *         "alert.created"
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin")[];
                    /** @description Of your own; its name has to resolve. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        events: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin")[];
                        id: string;
                        note: string;
                        /** @description Verifies signatures. It is not shown again. */
                        secret: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json.webhook_url_refused"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope.webhook_endpoint_quota_reached"];
            404: components["responses"]["404.webhook_endpoint_not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.not_found.webhook_endpoint_not_found"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The tag of the revision to change, as a write gave it; 412 where it was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    active?: boolean;
                    events?: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin")[];
                    /** @description Of your own; its name has to resolve. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        events: ("competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin")[];
                        id: string;
                        /** @description Why it is paused: by request, since the receiver answered 410, or since its address may not be connected to. */
                        pausedReason: ("requested" | "receiver_gone" | "target_refused") | null;
                        url: string;
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json.webhook_url_refused"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.not_found.webhook_endpoint_not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            412: components["responses"]["412.precondition_failed"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                eventType?: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                /** @description Most items in one page. */
                limit?: number;
                status?: "pending" | "held" | "retrying" | "delivered" | "failed" | "dead" | "canceled";
            };
            header?: {
                /** @description Tags that the client has; 304 where one is still right. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Answer only from what has reached this position. */
                "X-Service-Min-Position"?: components["parameters"]["MinPosition"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /**
                             * Format: int64
                             * @description Attempts of the schedule so far; what was sent by hand is not among them.
                             */
                            attempts: number;
                            /** @description The last attempts, the newest first. */
                            attemptsLog: {
                                /** Format: date-time */
                                at: string;
                                /** Format: int64 */
                                durationMs: number;
                                errorClass: string | null;
                                httpStatus: number | null;
                                manual: boolean;
                                /** @description The beginning of what the receiver answered, as plain text. */
                                responsePreview: string | null;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            endpointId: string;
                            /** @description Why the last attempt failed, such as `timeout` or `http_status`. */
                            errorClass: string | null;
                            /** @enum {string} */
                            eventType: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                            /** @description What the receiver answered last; null where it did not answer. */
                            httpStatus: number | null;
                            /** @description The same in `X-Service-Delivery` at every attempt. */
                            id: string;
                            nextRetryAt: string | null;
                            /** @description The beginning of the body as plain text. */
                            payloadPreview: string;
                            /**
                             * @description `held` waits for its endpoint to be resumed, `failed` was a test that did not arrive, `dead` had its last attempt.
                             * @enum {string}
                             */
                            status: "pending" | "held" | "retrying" | "delivered" | "failed" | "dead" | "canceled";
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.invalid_request"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.not_found.webhook_endpoint_not_found"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        note: string;
                        /** Format: date-time */
                        previousValidUntil: string;
                        /** @description The new secret. It is not shown again. */
                        secret: string;
                    } | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.not_found.webhook_endpoint_not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                /** @description Check everything and change nothing. */
                validateOnly?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A repetition with the same key gives the first answer, for 24 hours at least. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A name for this request; one of another form is not taken up. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "competitor.rating_change"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    eventType: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                };
            };
        };
        responses: {
            /** @description A dry run found nothing wrong. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Position": components["headers"]["X-Service-Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: string;
                        endpointId: string;
                        /** @enum {string} */
                        eventType: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change" | "alert.created" | "api_key.suspended" | "api_key.reactivated" | "api_key.revoked_by_admin";
                    };
                };
            };
            400: components["responses"]["400.invalid_request.malformed_json"];
            401: components["responses"]["401.unauthenticated"];
            403: components["responses"]["403.insufficient_plan.insufficient_scope"];
            404: components["responses"]["404.not_found.webhook_endpoint_not_found"];
            409: components["responses"]["409.idempotency_in_progress"];
            413: components["responses"]["413.body_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limited.too_many_attempts"];
            431: components["responses"]["431.head_too_large"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.contention.database_unavailable.log_unavailable.read_position_not_reached"];
        };
    };
    onAlertCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "alert.created",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "type": "competitor.rating_change",
                 *         "title": "Harbour Café: rating changed from 4.4 to 4.5",
                 *         "alert": {
                 *           "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *           "placeId": "place-4711",
                 *           "name": "Harbour Café",
                 *           "observedAt": "2026-01-15T09:30:00.000Z",
                 *           "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *           "before": 4.4,
                 *           "after": 4.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        alert: components["schemas"]["Recursive3"];
                        alertId: string;
                        title: string;
                        /** @enum {string} */
                        type: "competitor.rating_change" | "competitor.review_surge" | "competitor.hours_change" | "competitor.website_change" | "competitor.new_competitor" | "competitor.price_change" | "competitor.status_change" | "business.rating_change" | "business.review_surge" | "business.sms_compliance_change";
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "alert.created";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeyReactivated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "api_key.reactivated",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": null,
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "keyId": "0196f1d2-6c1e-7b7e-9d53-77a0c1b2c3d4",
                 *         "reason": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        keyId: string;
                        reason: string | null;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "api_key.reactivated";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeyRevokedByAdmin: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "api_key.revoked_by_admin",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": null,
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "keyId": "0196f1d2-6c1e-7b7e-9d53-77a0c1b2c3d4",
                 *         "reason": "Unusual traffic"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        keyId: string;
                        reason: string | null;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "api_key.revoked_by_admin";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeySuspended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "api_key.suspended",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": null,
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "keyId": "0196f1d2-6c1e-7b7e-9d53-77a0c1b2c3d4",
                 *         "reason": "Unusual traffic"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        keyId: string;
                        reason: string | null;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "api_key.suspended";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBusinessRatingChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "business.rating_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "before": 4.4,
                 *         "after": 4.5
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: number | null;
                        alertId: string;
                        before: number | null;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "business.rating_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBusinessReviewSurge: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "business.review_surge",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "day": "2026-01-15",
                 *         "newReviews": 14,
                 *         "expectedReviews": 1.2,
                 *         "windowDays": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        alertId: string;
                        /** @description The UTC day on which the reviews came in. */
                        day: string;
                        /** @description What the place's own history makes plausible for the window. */
                        expectedReviews: number;
                        name: string | null;
                        /**
                         * Format: int64
                         * @description Reviews that came in within the window.
                         */
                        newReviews: number;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                        /** Format: int64 */
                        windowDays: number;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "business.review_surge";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBusinessSmsComplianceChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "business.sms_compliance_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "registrationId": "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e01",
                 *         "phoneNumberId": "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e02",
                 *         "before": "pending_review",
                 *         "after": "approved",
                 *         "changedAt": "2026-01-15T09:30:00.000Z",
                 *         "sandbox": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        /** @enum {string} */
                        after: "draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired";
                        alertId: string;
                        /** @enum {string} */
                        before: "draft" | "pending_review" | "approved" | "rejected" | "action_required" | "expired";
                        /** Format: date-time */
                        changedAt: string;
                        phoneNumberId: string;
                        registrationId: string;
                        /** @description The stand-in reviews it, and its number exists on no network. */
                        sandbox: boolean;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "business.sms_compliance_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorHoursChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.hours_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "before": {
                 *           "mon": "09:00-17:00"
                 *         },
                 *         "after": {
                 *           "mon": "10:00-18:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: components["schemas"]["Recursive3"];
                        alertId: string;
                        before: components["schemas"]["Recursive3"];
                        competitorId: string;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.hours_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorNewCompetitor: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.new_competitor",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "category": "cafe",
                 *         "city": "Oslo",
                 *         "country": "NO"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        alertId: string;
                        category: string;
                        city: string;
                        country: string | null;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.new_competitor";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorPriceChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.price_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "before": 39,
                 *         "after": 42,
                 *         "subject": "product_price",
                 *         "productName": "Flat white",
                 *         "currency": "NOK"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: components["schemas"]["Recursive3"];
                        alertId: string;
                        before: components["schemas"]["Recursive3"];
                        competitorId: string;
                        currency: string | null;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                        productName: string | null;
                        /** @enum {string} */
                        subject: "price_level" | "product_price";
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.price_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorRatingChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.rating_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "before": 4.4,
                 *         "after": 4.5
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: number | null;
                        alertId: string;
                        before: number | null;
                        competitorId: string;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.rating_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorReviewSurge: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.review_surge",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "day": "2026-01-15",
                 *         "newReviews": 14,
                 *         "expectedReviews": 1.2,
                 *         "windowDays": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        alertId: string;
                        competitorId: string;
                        /** @description The UTC day on which the reviews came in. */
                        day: string;
                        /** @description What the place's own history makes plausible for the window. */
                        expectedReviews: number;
                        name: string | null;
                        /**
                         * Format: int64
                         * @description Reviews that came in within the window.
                         */
                        newReviews: number;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                        /** Format: int64 */
                        windowDays: number;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.review_surge";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorStatusChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.status_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "before": "operational",
                 *         "after": "temporarily_closed"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: components["schemas"]["Recursive3"];
                        alertId: string;
                        before: components["schemas"]["Recursive3"];
                        competitorId: string;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.status_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompetitorWebsiteChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The delivery, and the same in each of its attempts: what is known already is a repetition.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "webhook-id": components["parameters"]["DeliveryId"];
                /**
                 * @description Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.
                 * @example 1768469401
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description The delivery again.
                 * @example msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10
                 */
                "X-Service-Delivery": components["parameters"]["OwnDelivery"];
                /**
                 * @description The event's type, as in the body.
                 * @example alert.created
                 */
                "X-Service-Event": components["parameters"]["OwnEvent"];
                /**
                 * @description `sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.
                 * @example sha256=9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
                 */
                "X-Service-Signature": components["parameters"]["OwnSignature"];
                /**
                 * @description The moment of signing again.
                 * @example 1768469401
                 */
                "X-Service-Timestamp": components["parameters"]["OwnTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
                 *       "type": "competitor.website_change",
                 *       "apiVersion": "1",
                 *       "createdAt": "2026-01-15T09:30:01.000Z",
                 *       "businessId": "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
                 *       "position": 4711,
                 *       "sequence": 1,
                 *       "previousDigest": null,
                 *       "data": {
                 *         "alertId": "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
                 *         "placeId": "place-4711",
                 *         "name": "Harbour Café",
                 *         "observedAt": "2026-01-15T09:30:00.000Z",
                 *         "competitorId": "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001",
                 *         "before": "https://old.example",
                 *         "after": "https://new.example"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    apiVersion: "1";
                    businessId: string | null;
                    /** Format: date-time */
                    createdAt: string;
                    data: {
                        after: components["schemas"]["Recursive3"];
                        alertId: string;
                        before: components["schemas"]["Recursive3"];
                        competitorId: string;
                        name: string | null;
                        /** Format: date-time */
                        observedAt: string;
                        placeId: string;
                    };
                    /** @description The event; the same for every endpoint that is told of it. */
                    id: string;
                    /**
                     * Format: int64
                     * @description The log position of the event.
                     */
                    position: number;
                    /** @description SHA-256 of the body before, in hex; null for the first and for a test. */
                    previousDigest: string | null;
                    /** @description Counts the deliveries of this endpoint; null for a test. */
                    sequence: number | null;
                    /** @constant */
                    type: "competitor.website_change";
                };
            };
        };
        responses: {
            /** @description Received. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
