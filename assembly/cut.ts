import { Status } from "./layout";
export function cutStep(_work: f64): i32 {
  return Status.DONE;
}
