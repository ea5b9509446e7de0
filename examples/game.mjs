// A game that answers WebPay's two calls (docs/connecting-a-game.md), in plain Node: node examples/game.mjs
// Copy it, and put your own characters and mailbox in place of the two maps.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORT = 7000, GAME_KEY = 'secret', CHARACTER = 's1/1234567' } = process.env;
const characters = new Map([[CHARACTER, { name: 'Nova of Embers', level: 25 }]]);
// In a database: a unique index on the key. The shop repeats a mail until it has an answer.
const mails = new Map();

const calls = {
  role([server, cid]) {
    const character = characters.get(`${server}/${cid}`);
    return character ? { code: 200, result: character } : { code: 404, result: null };
  },
  mail([server, cid, key, title, body, items, purchase = null]) {
    if (!characters.has(`${server}/${cid}`)) return { code: 404, result: null };
    if (!mails.has(key)) {
      const mail_id = `M${mails.size + 1}`;
      const mail = { mail_id, server, cid, title, body, items, purchase };
      mails.set(key, mail);
      console.log('mail', JSON.stringify(mail));
    }
    return { code: 200, result: { mail_id: mails.get(key).mail_id } };
  },
};

function isSame(expected, given) {
  const [a, b] = [Buffer.from(expected), Buffer.from(given ?? '')];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answer(call, body, signature) {
  const hmac = createHmac('sha256', GAME_KEY).update(body).digest('hex');
  if (!isSame(hmac, signature)) return { code: 401, result: null };
  const form = Object.fromEntries(new URLSearchParams(body));
  const signed = form.userid + form.channelid + form.vc + form.unixtime + form.params;
  const md5 = createHash('md5').update(signed).digest('hex');
  if (!isSame(md5, form.sign)) return { code: 401, result: null };
  return calls[call]?.(JSON.parse(form.params)) ?? { code: 422, result: null };
}

const server = createServer(async (request, response) => {
  // The shop's bodies have a known length; a proxy before a real game limits it.
  if (Number(request.headers['content-length'] ?? Infinity) > 64 * 1024) return response.destroy();
  const call = request.url.split('/').at(-1);
  let said = { code: 500, result: null };
  try {
    said = answer(call, await text(request), request.headers['x-signature']);
  } catch (error) {
    console.error(error);
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(said));
});
server.listen(PORT, '127.0.0.1', () => {
  console.log(`game: http://localhost:${server.address().port}`);
});
