import { convolution, convolvedShape, dense, pool, type Layer, type Shape } from './layers.ts';

/** Two small convolutions, one hidden layer, and an answer of one class for each question. */
export type Network = {
  /** Probabilities of the classes, question by question. */
  readonly answer: (picture: Float64Array) => Float64Array;
  /** Learns one picture. @param labels the right class of each question */
  readonly learn: (picture: Float64Array, labels: readonly number[]) => void;
};

const FILTERS = [8, 16] as const;
const HIDDEN = 96;
/** Pictures whose gradients make one step. */
const BATCH = 32;
const RATE = 0.001;
/** Adam's decays of the mean and of the square. */
const [MEAN, SQUARE] = [0.9, 0.999];

export function newNetwork(
  shape: Omit<Shape, 'channels'>,
  { questions, classes }: { readonly questions: number; readonly classes: number },
  random: () => number,
): Network {
  const layers: Layer[] = [];
  let pictures: Shape = { ...shape, channels: 1 };
  for (const filters of FILTERS) {
    layers.push(convolution(pictures, filters, random));
    pictures = convolvedShape(pictures, filters);
    layers.push(pool(pictures));
    const { height, width } = pictures;
    pictures = { channels: filters, height: Math.floor(height / 2), width: Math.floor(width / 2) };
  }
  const inputs = pictures.channels * pictures.height * pictures.width;
  layers.push(dense(inputs, HIDDEN, true, random));
  layers.push(dense(HIDDEN, questions * classes, false, random));
  const step = newSteps(layers);
  let learnt = 0;

  function answer(picture: Float64Array): Float64Array {
    const scores = layers.reduce((passed, layer) => layer.run(passed), picture);
    return shares(scores, classes);
  }

  return {
    answer,
    learn(picture, labels) {
      const slope = answer(picture);
      for (const [question, label] of labels.entries()) {
        const at = question * classes + label;
        slope[at] = (slope[at] ?? 0) - 1;
      }
      layers.reduceRight((passed, layer) => layer.back(passed), slope);
      learnt += 1;
      if (learnt % BATCH === 0) step();
    },
  };
}

/** Makes probabilities of the scores of each question. */
function shares(scores: Float64Array, classes: number): Float64Array {
  const result = new Float64Array(scores.length);
  for (let from = 0; from < scores.length; from += classes) {
    const own = scores.subarray(from, from + classes);
    const most = Math.max(...own);
    const powers = own.map((score) => Math.exp(score - most));
    const sum = powers.reduce((total, power) => total + power, 0);
    result.set(
      powers.map((power) => power / sum),
      from,
    );
  }
  return result;
}

/** Adam's step for all layers, which takes their gradients and clears them. */
function newSteps(layers: readonly Layer[]): () => void {
  const kept = layers.map(({ weights, slopes }) => ({
    weights,
    slopes,
    mean: new Float64Array(weights.length),
    square: new Float64Array(weights.length),
  }));
  let steps = 0;
  return () => {
    steps += 1;
    const rate = (RATE * Math.sqrt(1 - SQUARE ** steps)) / (1 - MEAN ** steps);
    for (const { weights, slopes, mean, square } of kept) {
      for (let at = 0; at < weights.length; at += 1) {
        const slope = (slopes[at] ?? 0) / BATCH;
        const nextMean = MEAN * (mean[at] ?? 0) + (1 - MEAN) * slope;
        const nextSquare = SQUARE * (square[at] ?? 0) + (1 - SQUARE) * slope * slope;
        mean[at] = nextMean;
        square[at] = nextSquare;
        weights[at] = (weights[at] ?? 0) - (rate * nextMean) / (Math.sqrt(nextSquare) + 1e-8);
      }
      slopes.fill(0);
    }
  };
}
