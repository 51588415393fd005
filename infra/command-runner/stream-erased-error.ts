/** What a command meets whose stream was erased: nothing can be written there again. */

export class StreamErasedError extends Error {
  override readonly name = "StreamErasedError";
  readonly stream: string;

  constructor(stream: string) {
    super(`The stream ${stream} was erased.`);
    this.stream = stream;
  }
}
