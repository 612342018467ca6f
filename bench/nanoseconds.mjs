/** Keeps results alive, so that no check is optimised away. */
export let sink;

/** Nanoseconds for one call of `check`, on inputs in turn, less what the loop and an empty call take. */
export function nanoseconds(check, inputs, repeat) {
  return Math.max(loop(check, inputs, repeat) - loop(identity, inputs, repeat), 0.1);
}

function loop(check, inputs, repeat) {
  const started = process.hrtime.bigint();
  let last;
  for (let i = 0; i < repeat; i++) last = check(inputs[i % inputs.length]);
  sink = last;
  return Number(process.hrtime.bigint() - started) / repeat;
}

function identity(value) {
  return value;
}
