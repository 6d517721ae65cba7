/** Which texts stand in title blocks? */
import { foldName } from "../roles/words.ts";

/** What title blocks ask for, in the languages of the trade. */
export const TITLES =
  "SCALE|MASSSTAB|ECHELLE|SCALA|ESCALA|SCHAAL|SKALA|MERITKO|MASZTAB|МАСШТАБ|МАСШТ|DRAWN|CREATED BY|CHECKED|APPROVED|" +
  "GEZEICHNET|GEZ\\.?|GEPRUFT|GEPR\\.?|DESSINE|VERIFIE|RYSOWAL|SPRAWDZIL|РАЗРАБ|ПРОВ|MATERIAL|WERKSTOFF|TITLE|DATE|DATUM|ДАТА|REV\\.?|REVISION|SHEET|BLATT|ЛИСТ";
const TITLE = new RegExp(`^(${TITLES}|1 ?: ?\\d+|A[0-4])(?![\\p{L}\\d])`, "u");

/** The word of a title block that a text begins with. */
export function titleIn(text: string): string | undefined {
  return TITLE.exec(foldName(text))?.[0];
}
