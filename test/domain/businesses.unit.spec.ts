import {
  businesses,
  create,
  editProfile,
  requestDeletion,
  restore,
  beginRemoval,
  orderErasure,
  type BusinessEvent,
} from "../../domain/businesses";
import { given } from "../support/given";
import { profileOf } from "../support/profile";

const ids = { businessId: "b1", accountId: "a1" };
const profile = profileOf({ city: "Oslo" });
const created: BusinessEvent = { type: "BusinessCreated", data: { ...ids, profile } };
const linked = (placeId: string, previousPlaceId: string | null = null): BusinessEvent => ({
  type: "OwnPlaceLinked",
  data: { ...ids, placeId, previousPlaceId },
});
const unlinked = (placeId: string): BusinessEvent => ({ type: "OwnPlaceUnlinked", data: { ...ids, placeId } });
const restorableUntil = "2026-02-14T12:00:00.000Z";
const deleted: BusinessEvent = { type: "BusinessDeletionRequested", data: { ...ids, profile, restorableUntil } };
const restored: BusinessEvent = { type: "BusinessRestored", data: { ...ids, profile } };
const reason = "Asked for by letter";
const ordered: BusinessEvent = { type: "BusinessErasureOrdered", data: { ...ids, profile, reason } };
const begun: BusinessEvent = { type: "BusinessRemovalBegun", data: ids };

describe("a business", () => {
  it("is created once, linked to its place where one is said", () => {
    given(businesses, [])
      .when(create({ ...ids, profile, placeId: null }))
      .then([created])
      .repeatRefused("business_already_exists");
    given(businesses, [])
      .when(create({ ...ids, profile, placeId: "p1" }))
      .then([created, linked("p1")])
      .repeatRefused("business_already_exists");
  });

  it("changes what is given of its profile, and says nothing where nothing changes", () => {
    const after = { ...profile, city: "Bergen" };
    given(businesses, [created])
      .when(editProfile({ city: "Bergen" }))
      .then([{ type: "BusinessProfileEdited", data: { ...ids, before: profile, after } }])
      .repeatsNothing();
    given(businesses, [created])
      .when(editProfile({ city: "Oslo" }))
      .then([]);
  });

  it("links, relinks and unlinks its own place, naming the place before", () => {
    given(businesses, [created])
      .when(editProfile({}, "p1"))
      .then([linked("p1")])
      .repeatsNothing();
    given(businesses, [created, linked("p1")])
      .when(editProfile({}, "p2"))
      .then([linked("p2", "p1")])
      .repeatsNothing();
    given(businesses, [created, linked("p1")])
      .when(editProfile({}, null))
      .then([unlinked("p1")])
      .repeatsNothing();
    given(businesses, [created]).when(editProfile({}, null)).then([]);
  });

  it("is deleted once, with the instant until which it can come back", () => {
    given(businesses, [created])
      .when(requestDeletion(restorableUntil))
      .then([deleted])
      .repeatRefused("business_deleted");
    given(businesses, [created, deleted])
      .when(editProfile({ city: "Bergen" }))
      .thenRefused("business_deleted", { restorableUntil });
  });

  it("comes back until the last millisecond of its window, and not at the deadline", () => {
    given(businesses, [created, deleted])
      .when(restore("2026-02-14T11:59:59.999Z"))
      .then([restored])
      .repeatRefused("business_not_deleted");
    given(businesses, [created, deleted])
      .when(restore(restorableUntil))
      .thenRefused("restore_window_elapsed", { restorableUntil });
  });

  it("comes back with its profile and its own place", () => {
    const { state } = given(businesses, [created, linked("p1"), deleted]).when(restore("2026-02-01T00:00:00.000Z"));
    expect(state).toEqual({ ...ids, status: "active", profile, placeId: "p1" });
  });

  it("has a new window when it is deleted again", () => {
    const later = "2026-05-01T00:00:00.000Z";
    const again: BusinessEvent = {
      type: "BusinessDeletionRequested",
      data: { ...ids, profile, restorableUntil: later },
    };
    given(businesses, [created, deleted, restored])
      .when(requestDeletion(later))
      .then([again])
      .repeatRefused("business_deleted");
    given(businesses, [created, deleted, restored, again]).when(restore(restorableUntil)).then([restored]);
  });

  it("lets its place go before it is removed, once, deleted as it is", () => {
    given(businesses, [created, linked("p1"), deleted])
      .when(beginRemoval(restorableUntil))
      .then([begun, unlinked("p1")])
      .repeatsNothing();
    given(businesses, []).when(beginRemoval(restorableUntil)).then([]);
  });

  it("is removed only while it is deleted and due, and from then on nothing brings it back", () => {
    given(businesses, [created]).when(beginRemoval("2027-01-01T00:00:00.000Z")).then([]);
    given(businesses, [created, deleted, restored]).when(beginRemoval("2027-01-01T00:00:00.000Z")).then([]);
    given(businesses, [created, deleted]).when(beginRemoval("2026-02-14T11:59:59.999Z")).then([]);
    given(businesses, [created, deleted, begun])
      .when(restore("2026-02-14T11:59:59.999Z"))
      .thenRefused("restore_window_elapsed", { restorableUntil });
    given(businesses, [created, deleted, begun])
      .when(editProfile({ city: "Oslo" }))
      .thenRefused("business_deleted", { restorableUntil });
  });

  it("is ordered to be erased once, active or deleted, and not where it is being removed", () => {
    for (const before of [[created], [created, deleted]])
      given(businesses, before).when(orderErasure(reason)).then([ordered]).repeatsNothing();
    given(businesses, [created, deleted, begun]).when(orderErasure(reason)).then([]);
    given(businesses, []).when(orderErasure(reason)).thenRefused("business_not_found");
  });

  it("is of no use from the order on, and is removed without a time to wait for", () => {
    for (const before of [
      [created, linked("p1"), ordered],
      [created, linked("p1"), deleted, ordered],
    ]) {
      const erasing = given(businesses, before);
      erasing.when(restore("2026-01-01T00:00:00.000Z")).thenRefused("business_erasure_ordered");
      erasing.when(editProfile({ city: "Bergen" })).thenRefused("business_deleted");
      erasing.when(requestDeletion(restorableUntil)).thenRefused("business_deleted");
      erasing
        .when(beginRemoval("2026-01-01T00:00:00.000Z"))
        .then([begun, unlinked("p1")])
        .repeatsNothing();
    }
  });

  it("refuses everything before it is created", () => {
    given(businesses, [])
      .when(editProfile({ city: "Oslo" }))
      .thenRefused("business_not_found");
    given(businesses, []).when(requestDeletion(restorableUntil)).thenRefused("business_not_found");
    given(businesses, []).when(restore(restorableUntil)).thenRefused("business_not_found");
  });
});
