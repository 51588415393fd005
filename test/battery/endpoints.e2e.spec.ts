/** Every endpoint of the service goes through the battery. */
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { describeEndpointBattery } from "./describe-endpoint-battery";
import { serviceWorld } from "./service-world";

describeEndpointBattery(endpoints, serviceWorld);
