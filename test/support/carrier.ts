/** A carrier at the far side of the messaging port: it delivers, holds what it is told to hold, or is out of reach, and remembers all. */
import {
  SmsProviderError,
  type OutgoingSms,
  type SentSms,
  type SmsFault,
  type SmsProvider,
} from "../../infra/sms-provider/sms-provider";

export class Carrier implements Pick<SmsProvider, "name" | "send" | "findSent"> {
  readonly name = "sandbox";
  /** Every attempt. */
  readonly asked: OutgoingSms[] = [];
  /** What customers got, each once, by message id. */
  readonly delivered: OutgoingSms[] = [];
  /** What is wrong with it; null where it delivers. */
  fault: SmsFault | null = null;
  /** It delivers, and nobody hears of it. */
  silent = false;

  /** What an earlier attempt may have brought is looked for, and only then. */
  async send(message: OutgoingSms): Promise<SentSms> {
    this.asked.push(message);
    if ((await this.findSent(message)) === null) this.delivered.push(message);
    if (this.silent) await new Promise(() => undefined);
    return sentAs(message);
  }

  async findSent(message: OutgoingSms): Promise<SentSms | null> {
    if (this.fault !== null) throw new SmsProviderError(this.fault, "It is out of reach.", "E1");
    const isKnown = this.delivered.some(({ messageId }) => messageId === message.messageId);
    return Promise.resolve(message.firstTriedAt !== null && isKnown ? sentAs(message) : null);
  }
}

const sentAs = ({ messageId }: OutgoingSms): SentSms => ({ providerMessageId: `out-${messageId}` });
