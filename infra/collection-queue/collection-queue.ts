/** The port between those who want facts collected and the collectors: requests are offered, and taken under leases or from a topic. */

/** What is wanted of one place, by when. Instants in ISO form. */
export interface WantedCollection {
  readonly requestId: string;
  readonly placeId: string;
  readonly sections: readonly string[];
  readonly requestedAt: string;
  readonly expiresAt: string;
}

/** On whose behalf; requests are handed out to accounts in turn. */
export interface Asker {
  readonly accountId: string;
  readonly businessId: string;
}

/** Where wanted collections are published. Every member may be repeated. */
export interface CollectionPublisher {
  /** Makes a request known to collectors; the same request of another asker is one request with two askers. */
  publish(wanted: WantedCollection, asker: Asker): Promise<void>;
  /** It was answered: nobody needs to look any more. */
  withdraw(requestId: string): Promise<void>;
  /** The business has no more interest in the place; a request that nobody asks for any more goes. */
  leave(businessId: string, placeId: string): Promise<void>;
  /** The business is erased with everything it asked for. */
  erase(businessId: string): Promise<void>;
}

/** A request that is one collector's until the lease ends. */
export interface LeasedCollection extends WantedCollection {
  /** How often it was handed out, this time included. */
  readonly attempt: number;
  readonly leasedUntil: string;
}

/** How much a collector takes at once, for how long, and which sections it can bring. */
export interface LeaseAsked {
  readonly limit: number;
  readonly leaseSeconds: number;
  readonly sections: readonly string[];
}

/** The queue that collectors pull from. */
export interface CollectionQueue extends CollectionPublisher {
  /**
   * The next requests that ask for nothing but `sections`, each account in its turn, for `leaseSeconds`; then they are
   * offered again, until they expire.
   */
  lease(asked: LeaseAsked): Promise<readonly LeasedCollection[]>;
  status(): Promise<CollectionQueueStatus>;
  /** Forgets what has expired; gives how many. */
  purge(): Promise<number>;
}

export interface CollectionQueueStatus {
  /** Nobody looks for them just now. */
  readonly waiting: number;
  readonly leased: number;
  /** Age of the request that has been open for longest; 0 where none is. */
  readonly oldestSeconds: number;
}

/** What was looked up of a place. */
export interface ScheduleAnswer {
  readonly placeId: string;
  /** What was brought. */
  readonly sections: readonly string[];
  /** The id of a request, scheduled or not: all that was leased under it is answered, whatever was brought. */
  readonly answers: string;
}

/** What is to be collected every day without anybody asking. */
export interface CollectionSchedule {
  /**
   * The places of which something is due, each account in its turn, for what `sections` has in common with what is due of
   * them; nobody else is given that until the leases end, and if they end without an answer, not before it has rested.
   */
  lease(asked: LeaseAsked): Promise<readonly LeasedCollection[]>;
  /** Nothing of it is due again before the place's next day. May be repeated. */
  answered(answer: ScheduleAnswer): Promise<void>;
  /** Forgets what has been neither handed out nor answered for long; gives how much. */
  purge(): Promise<number>;
}
