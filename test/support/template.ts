/** What every test database holds from the beginning: the migrations of the whole program, in order. */
import { migrations } from "../../infra/composition/catalogue/migrations";

export const TEMPLATE_DATABASE = "service_template";

export const templateMigrations = migrations;
