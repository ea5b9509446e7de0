/** A message of server-sent events. */
export type StreamMessage = { readonly id: string; readonly data: string };

/** Longest message: a thousand ids are some twenty thousand letters. */
const LONGEST = 256 * 1024;

/** Messages of a stream with `id` and `data` in one line each, as the console's server writes them. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamMessage> {
  let text = '';
  for await (const part of iterate(body.pipeThrough(new TextDecoderStream()).getReader())) {
    text += part;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    if (text.length > LONGEST) throw new Error('a message of the stream is too long');
    for (const message of messages) {
      const parsed = messageOf(message);
      if (parsed !== null) yield parsed;
    }
  }
}

async function* iterate(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // An aborted stream cannot be cancelled, and need not be.
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(message: string): StreamMessage | null {
  const fields = new Map(
    message.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const data = fields.get('data');
  return data === undefined ? null : { id: fields.get('id') ?? '', data };
}
