/** Which model writes answers and texts, and where it is asked. */
import { z } from "zod";
import { GENERATION_SECONDS_MAX } from "../generation/generation";
import { outputLimits } from "../generation/openai/openai-generation";
import { settingNotes } from "./setting-notes";
import { anyServerUrl, hostsAndPorts, wholeNumber } from "./setting-forms";

export const generationSettings = {
  generationUrl: anyServerUrl.optional().register(settingNotes, {
    description:
      "The base URL of a server that speaks OpenAI's chat completions: hosted, vLLM, Ollama and others; /chat/completions is appended. Needs GENERATION_MODEL. Without it answers and texts are composed by fixed rules from stored facts, and no model is asked; docs/generation.md says what is sent.",
    mustBe: "an http or https URL",
    example: "http://localhost:11434/v1",
  }),
  generationAllowedTargets: hostsAndPorts.default([]).register(settingNotes, {
    description:
      "Model servers in a private network that may be asked, by https or plain http, at the name or address that GENERATION_URL has; without it a server is public, or on this machine. For this alone: webhooks and pages never reach them.",
    mustBe: "a list of host:port with commas between them",
    example: "models.internal:8000",
  }),
  generationModel: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .register(settingNotes, {
      description: "The model that is asked, as that server names it.",
      mustBe: "at most 200 characters without spaces",
      example: "llama3.1",
    }),
  generationApiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .optional()
    .register(settingNotes, {
      description: "The key that the server asks for; without it none is sent.",
      mustBe: "at most 500 characters without spaces",
      secret: true,
    }),
  generationTimeoutSeconds: wholeNumber(1, GENERATION_SECONDS_MAX, 60, {
    description: "How long an answer of the model may take, with the one further question that mends one.",
    unit: "seconds",
  }),
  generationOutputLimit: z
    .enum(outputLimits)
    .default("max_tokens")
    .register(settingNotes, {
      description:
        "The member of a request that bounds the answer. Most servers know max_tokens; OpenAI's own newer models refuse it and need max_completion_tokens, which others, such as Ollama, ignore without a word.",
      mustBe: `one of ${outputLimits.join(" and ")}`,
    }),
};
