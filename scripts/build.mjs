/** `npm run build`: everything into dist/. */
import { build, checkNode, install } from "./steps.mjs";

checkNode();
install();
build();
