/** What went wrong inside although the call was answered, for whoever has to mend it. */

export interface Fault {
  /** The judge refused an answer, or a search has lost its worker. */
  kind: "answer rejected" | "worker lost";
  /** Of the engine. */
  method: string;
  /** With the same request, this seed shows the same again. */
  seed: number;
  /** What happened, in a sentence. */
  message: string;
}
