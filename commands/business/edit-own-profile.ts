/** PATCH /api/v1/me: the active business's profile; only what is given changes. */
import { apiKey, command } from "../../infra/http/endpoint";
import { profileChanges } from "./business-profile";
import { editBusiness, editBusinessExample, editBusinessRefusals, editedBusiness } from "./edit-business";

export const editOwnProfile = command({
  id: "edit-own-profile",
  method: "PATCH",
  path: "/api/v1/me",
  access: apiKey("business:write"),
  on: "business",
  area: "business",
  summary: "Edit the own business's profile",
  body: profileChanges,
  responds: { status: 200, body: editedBusiness },
  refusals: editBusinessRefusals,
  example: editBusinessExample,
  handle: ({ body }, context) => editBusiness(body, context),
});
