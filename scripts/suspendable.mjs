/**
 * Makes the searches of the core suspendable: Binaryen's Asyncify lets every function from which `pause` can be called
 * unwind its frames and take them back (assembly/pause.ts). Functions that never get there stay as they are.
 */
import binaryen from "assemblyscript/binaryen";

const { MutableGlobals, NontrappingFPToInt, SignExt, BulkMemory, BulkMemoryOpt, SIMD128 } = binaryen.Features;
const FEATURES = MutableGlobals | NontrappingFPToInt | SignExt | BulkMemory | BulkMemoryOpt | SIMD128;

/**
 * Returns `binary`, as the compiler made it, with its searches instrumented.
 * @param {Uint8Array} binary
 * @param {boolean} optimized as the compiler's release targets are
 * @returns {Uint8Array}
 */
export function suspendable(binary, optimized) {
  const module = binaryen.readBinary(binary);
  try {
    // Features that the compiler uses by default; SIMD is only there in binaries that it compiled with it.
    module.setFeatures(FEATURES);
    binaryen.setOptimizeLevel(optimized ? 3 : 0);
    binaryen.setShrinkLevel(0);
    binaryen.setDebugInfo(!optimized);
    binaryen.setPassArgument("asyncify-imports", "pause.suspend");
    module.runPasses(["asyncify"]);
    if (optimized) module.optimize();
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
