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

/** The queue that collectors pull from. */
export interface CollectionQueue extends CollectionPublisher {
  /**
   * The next requests that ask for nothing but `sections`, each account in its turn, for `leaseSeconds`; then they are
   * offered again, until they expire.
   */
  lease(asked: {
    readonly limit: number;
    readonly leaseSeconds: number;
    readonly sections: readonly string[];
  }): Promise<readonly LeasedCollection[]>;
  /** Forgets what has expired; gives how many. */
  purge(): Promise<number>;
}
