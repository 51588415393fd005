/** PATCH /api/businesses/me: the active business's profile; only what is given changes. */
import { command, session } from "../../infra/http/endpoint";
import { profileChanges } from "./business-profile";
import { editBusiness, editBusinessExample, editBusinessRefusals, editedBusiness } from "./edit-business";

export const editMyBusiness = command({
  id: "edit-my-business",
  method: "PATCH",
  path: "/api/businesses/me",
  access: session(),
  on: "business",
  area: "business",
  summary: "Edit the active business",
  description: "Members that are left out stay as they are.",
  body: profileChanges,
  responds: { status: 200, body: editedBusiness },
  refusals: editBusinessRefusals,
  example: editBusinessExample,
  handle: ({ body }, context) => editBusiness(body, context),
});
