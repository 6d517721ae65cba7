/**
 * Which number do decimal digits in the bytes of a file stand for? Always the nearest double, as `Number` has it, but
 * without a string made of them: a drawing of ten megabytes holds a million numbers.
 */

const LF = 10;
const CR = 13;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** Whole numbers of this many digits are exact, and so are those that up to 7 more digits make. */
const EXACT_DIGITS = 15;
const MOST_DIGITS = 22;
/** Powers of ten up to here are exact. */
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));

/** The decimal that starts here and ends with its line; NaN for what only `Number` can tell, as with an exponent. */
export function decimalAt(bytes: Uint8Array, start: number): number {
  const negative = bytes[start] === MINUS;
  let at = negative ? start + 1 : start;
  // The first digits, and those that follow where a double would round.
  let whole = 0;
  let rest = 0;
  let digits = 0;
  let point = -1;
  const first = at;
  for (; ; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digits < EXACT_DIGITS) whole = 10 * whole + digit;
      else rest = 10 * rest + digit;
      if (whole > 0) digits++;
    } else if (digit === POINT - ZERO && point < 0) point = at;
    else break;
  }
  const end = bytes[at];
  if (end !== LF && end !== CR && at < bytes.length) return Number.NaN;
  const decimals = point < 0 ? 0 : at - point - 1;
  const found = at - first - (point < 0 ? 0 : 1);
  if (found === 0 || digits > MOST_DIGITS || decimals > MOST_DIGITS) return Number.NaN;
  const value =
    digits <= EXACT_DIGITS
      ? whole / POWERS[decimals]!
      : longDecimal(whole, POWERS[digits - EXACT_DIGITS]!, rest, POWERS[decimals]!);
  return negative ? -value : value;
}

/**
 * The double nearest to (whole × shift + rest) / divisor; NaN where it lies so close to the middle of two doubles that
 * what was left out could decide. The quotient of two exact numbers is the nearest (W. Clinger, 1990); here the dividend
 * is the exact sum of two, so the quotient of the greater one is corrected by what it leaves over (T. Dekker, 1971).
 */
function longDecimal(whole: number, shift: number, rest: number, divisor: number): number {
  const high = whole * shift;
  const low = productError(whole, shift, high) + rest;
  const quotient = high / divisor;
  const product = quotient * divisor;
  const left = high - product - productError(quotient, divisor, product) + low;
  const correction = left / divisor;
  const doubt = Math.abs(correction) * 2 ** -50;
  const value = quotient + (correction - doubt);
  return value === quotient + (correction + doubt) ? value : Number.NaN;
}

/** By how much the rounded product of two numbers falls short of the true one. */
function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a);
  const bHigh = upperHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** The leading 26 bits. */
function upperHalf(a: number): number {
  const shifted = a * (2 ** 27 + 1);
  return shifted - (shifted - a);
}
