/** Faults inside of the engine that were survived: the call was answered, and somebody has to mend them. */

export interface EngineFault {
  /** The judge refused an answer, or a search has lost its worker. */
  kind: "answer rejected" | "worker lost";
  /** Method of the engine. */
  method: string;
  /** With the same request, this seed shows the same again. */
  seed: number;
  /** Sentence that tells what happened. */
  message: string;
}
