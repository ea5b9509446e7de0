/** A part of a small network for pictures. It keeps its last input, so that `back` follows `run` of the same sample. */
export type Layer = {
  readonly outputs: number;
  readonly run: (input: Float64Array) => Float64Array;
  /** Adds to `slopes`. @returns the gradient of the input */
  readonly back: (slope: Float64Array) => Float64Array;
  readonly weights: Float64Array;
  /** The gradient of the weights, summed over samples. */
  readonly slopes: Float64Array;
};

/** Channels of a picture, each row by row. */
export type Shape = { readonly channels: number; readonly height: number; readonly width: number };

const NO_WEIGHTS = new Float64Array(0);
const SIDE = 5;

export function convolvedShape({ height, width }: Shape, filters: number): Shape {
  return { channels: filters, height: height - SIDE + 1, width: width - SIDE + 1 };
}

/** Filters of 5 × 5 without padding. */
export function convolution(shape: Shape, filters: number, random: () => number): Layer {
  const { channels, height, width } = shape;
  const { height: high, width: wide } = convolvedShape(shape, filters);
  const inputs = channels * SIDE * SIDE;
  const biasesAt = filters * inputs;
  const weights = startWeights(biasesAt, filters, inputs, random);
  const slopes = new Float64Array(weights.length);
  const output = new Float64Array(filters * high * wide);
  const inputSlope = new Float64Array(channels * height * width);
  let last: Float64Array = inputSlope;

  /** Calls `work` for each row of five weights with the rows of input and output that it joins. */
  function eachRow(work: (weightsAt: number, inputAt: number, outputAt: number) => void): void {
    for (let filter = 0; filter < filters; filter += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        for (let down = 0; down < SIDE; down += 1) {
          const weightsAt = ((filter * channels + channel) * SIDE + down) * SIDE;
          for (let y = 0; y < high; y += 1) {
            const inputAt = (channel * height + y + down) * width;
            work(weightsAt, inputAt, (filter * high + y) * wide);
          }
        }
      }
    }
  }

  return {
    outputs: output.length,
    weights,
    slopes,
    run(input) {
      last = input;
      for (let filter = 0; filter < filters; filter += 1) {
        const from = filter * high * wide;
        output.fill(weights[biasesAt + filter] ?? 0, from, from + high * wide);
      }
      eachRow((at, from, to) => filterRow(output, to, wide, input, from, weights, at));
      return output;
    },
    back(slope) {
      inputSlope.fill(0);
      for (let filter = 0; filter < filters; filter += 1) {
        const from = filter * high * wide;
        for (let at = from; at < from + high * wide; at += 1) {
          slopes[biasesAt + filter] = (slopes[biasesAt + filter] ?? 0) + (slope[at] ?? 0);
        }
      }
      eachRow((at, from, to) => {
        learnRow(slopes, at, last, from, slope, to, wide);
        // The first layer's input is the picture, whose gradient nobody needs.
        if (channels > 1) returnRow(inputSlope, from, slope, to, wide, weights, at);
      });
      return inputSlope;
    },
  };
}

function filterRow(
  output: Float64Array,
  outputAt: number,
  count: number,
  input: Float64Array,
  inputAt: number,
  weights: Float64Array,
  at: number,
): void {
  const [a, b, c] = [weights[at] ?? 0, weights[at + 1] ?? 0, weights[at + 2] ?? 0];
  const [d, e] = [weights[at + 3] ?? 0, weights[at + 4] ?? 0];
  for (let x = 0; x < count; x += 1) {
    const from = inputAt + x;
    output[outputAt + x] =
      (output[outputAt + x] ?? 0) +
      a * (input[from] ?? 0) +
      b * (input[from + 1] ?? 0) +
      c * (input[from + 2] ?? 0) +
      d * (input[from + 3] ?? 0) +
      e * (input[from + 4] ?? 0);
  }
}

function learnRow(
  slopes: Float64Array,
  at: number,
  input: Float64Array,
  inputAt: number,
  slope: Float64Array,
  slopeAt: number,
  count: number,
): void {
  let [a, b, c, d, e] = [0, 0, 0, 0, 0];
  for (let x = 0; x < count; x += 1) {
    const steep = slope[slopeAt + x] ?? 0;
    const from = inputAt + x;
    a += steep * (input[from] ?? 0);
    b += steep * (input[from + 1] ?? 0);
    c += steep * (input[from + 2] ?? 0);
    d += steep * (input[from + 3] ?? 0);
    e += steep * (input[from + 4] ?? 0);
  }
  slopes[at] = (slopes[at] ?? 0) + a;
  slopes[at + 1] = (slopes[at + 1] ?? 0) + b;
  slopes[at + 2] = (slopes[at + 2] ?? 0) + c;
  slopes[at + 3] = (slopes[at + 3] ?? 0) + d;
  slopes[at + 4] = (slopes[at + 4] ?? 0) + e;
}

function returnRow(
  inputSlope: Float64Array,
  inputAt: number,
  slope: Float64Array,
  slopeAt: number,
  count: number,
  weights: Float64Array,
  at: number,
): void {
  for (let side = 0; side < SIDE; side += 1) {
    const weight = weights[at + side] ?? 0;
    const from = inputAt + side;
    for (let x = 0; x < count; x += 1) {
      inputSlope[from + x] = (inputSlope[from + x] ?? 0) + weight * (slope[slopeAt + x] ?? 0);
    }
  }
}

/** Keeps the largest of each 2 × 2 pixels, and nothing below zero. */
export function pool({ channels, height, width }: Shape): Layer {
  const [high, wide] = [Math.floor(height / 2), Math.floor(width / 2)];
  const output = new Float64Array(channels * high * wide);
  const chosen = new Int32Array(output.length);
  const inputSlope = new Float64Array(channels * height * width);
  return {
    outputs: output.length,
    weights: NO_WEIGHTS,
    slopes: NO_WEIGHTS,
    run(input) {
      let to = 0;
      for (let channel = 0; channel < channels; channel += 1) {
        for (let y = 0; y < high; y += 1) {
          for (let x = 0; x < wide; x += 1, to += 1) {
            const from = (channel * height + 2 * y) * width + 2 * x;
            let best = from;
            if ((input[from + 1] ?? 0) > (input[best] ?? 0)) best = from + 1;
            if ((input[from + width] ?? 0) > (input[best] ?? 0)) best = from + width;
            if ((input[from + width + 1] ?? 0) > (input[best] ?? 0)) best = from + width + 1;
            chosen[to] = best;
            output[to] = Math.max(0, input[best] ?? 0);
          }
        }
      }
      return output;
    },
    back(slope) {
      inputSlope.fill(0);
      for (const [at, from] of chosen.entries()) {
        if ((output[at] ?? 0) > 0) inputSlope[from] = slope[at] ?? 0;
      }
      return inputSlope;
    },
  };
}

/** Joins every input with every output. @param isRectified keeps nothing below zero */
export function dense(
  inputs: number,
  outputs: number,
  isRectified: boolean,
  random: () => number,
): Layer {
  const biasesAt = inputs * outputs;
  const weights = startWeights(biasesAt, outputs, inputs, random);
  const slopes = new Float64Array(weights.length);
  const output = new Float64Array(outputs);
  const inputSlope = new Float64Array(inputs);
  let last: Float64Array = inputSlope;
  return {
    outputs,
    weights,
    slopes,
    run(input) {
      last = input;
      for (let to = 0; to < outputs; to += 1) {
        let sum = weights[biasesAt + to] ?? 0;
        const at = to * inputs;
        for (let from = 0; from < inputs; from += 1) {
          sum += (weights[at + from] ?? 0) * (input[from] ?? 0);
        }
        output[to] = isRectified ? Math.max(0, sum) : sum;
      }
      return output;
    },
    back(slope) {
      inputSlope.fill(0);
      for (let to = 0; to < outputs; to += 1) {
        const steep = slope[to] ?? 0;
        if (steep === 0 || (isRectified && (output[to] ?? 0) <= 0)) continue;
        slopes[biasesAt + to] = (slopes[biasesAt + to] ?? 0) + steep;
        const at = to * inputs;
        for (let from = 0; from < inputs; from += 1) {
          slopes[at + from] = (slopes[at + from] ?? 0) + steep * (last[from] ?? 0);
          inputSlope[from] = (inputSlope[from] ?? 0) + steep * (weights[at + from] ?? 0);
        }
      }
      return inputSlope;
    },
  };
}

/** Random weights, small enough for `inputs` of each output, and biases of zero. */
function startWeights(
  count: number,
  biases: number,
  inputs: number,
  random: () => number,
): Float64Array {
  const reach = Math.sqrt(6 / inputs);
  return Float64Array.from({ length: count + biases }, (_, at) =>
    at < count ? (2 * random() - 1) * reach : 0,
  );
}
