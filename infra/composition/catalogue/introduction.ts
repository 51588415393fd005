/** What stands before the operations in the document: what holds for all of them, for somebody who reads it for the first time. */
export const introduction = `Competitive intelligence for local businesses. Reads show stored facts and never cause a look-up.

- \`/api/v1\` is the public API, called by programs with an API key.
- \`/api\` serves the dashboard, called by browsers with a session.
- \`/api/admin\` is for administrators and for collectors.
- \`/audit\`, \`/embed\` and \`/unsubscribe\` are pages for people.

## Authentication

Send the key as \`X-Service-Key: svc_live_…\` or as \`Authorization: Bearer svc_live_…\`. A key acts for its account's active business, may do what its scopes say, and is shown once, when it is made. Each operation says which scope and which plan it needs.

To try calls on this page, press **Authorize**, paste a key under *serviceKey*, then open an operation, **Try it out** and **Execute**. Calls are made against this service and count like any other; \`validateOnly=true\` checks a write and changes nothing.

## Errors

Every error has the same members: \`error\` is a sentence for people, \`code\` a stable name for programs, \`requestId\` names the request in the service's log. \`details\` says what is wrong with a request and where; \`requiredScope\`, \`requiredPlan\` and \`quota\` say what is missing. With \`Accept: application/problem+json\` the same members come as a problem document (RFC 9457).

| status | what to do |
| --- | --- |
| 400, 413, 415, 431 | Change the request. |
| 401 | Send a key or a session that is valid. |
| 403 | The scope, the plan, the permission or a quota is not enough; the body says which. |
| 404 | It is not there, or it is another account's. |
| 409, 412 | Something else has happened meanwhile, or before; read it again. |
| 410 | It is gone for good. |
| 422 | An \`Idempotency-Key\` was used for another request, or a history is too long. |
| 429 | A limit is used up; \`Retry-After\` says when it begins anew. |
| 500 | It is not the client's fault; tell the operator the \`requestId\`. |
| 502, 503, 504 | Repeat it, after \`Retry-After\` where it is given; a write may have been done, so repeat it under the same \`Idempotency-Key\`. |

## Limits

Requests are counted by key (\`requestsPerMinute\`) and by account (\`requestsPerMonth\`); those of browsers by the account that is signed in (\`sessionRequestsPerMinute\`), and those of nobody by address (\`addressRequestsPerMinute\`). \`RateLimit\` and \`RateLimit-Policy\` say what is left of each limit and when it begins anew, such as \`"requestsPerMinute";r=299;t=41\`. Answers of an operation that counts against a quota of the plan tell of it there as well, whether it was served or refused: \`"reportsPerDay";r=0;t=3600\`. \`GET /api/v1/usage\` says it of every quota, and \`quota\` of a refusal names the one that is used up, by the same names.

## Repeating a request

A write with an \`Idempotency-Key\` can be repeated for 24 hours: it is done once, and its first answer comes again with \`Idempotency-Replayed: true\`. Without one, a repetition is another write: where the answer was 502, 503 or 504, or got lost, read first what has become of it. After signing up, which takes no key, sign in.

## Reading what was written

A write answers with \`X-Service-Position\`. Sent as \`X-Service-Min-Position\` with a read, it makes the read wait until it tells of that write. A read's \`ETag\`, sent as \`If-None-Match\`, saves what has not changed.

## Pages and moments

Lists come in pages: \`nextCursor\` of one is the \`cursor\` of the next, and null at the end. Reads of a business take \`asOf\`, an instant or a position, and answer as they would have then.

## Webhooks

Register an endpoint under *webhook* and the service posts the events that it asked for, each signed; the section *Webhooks* shows every type with an example. What is not answered with 2xx is tried again.`;
