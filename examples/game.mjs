// Answers WebPay's three calls (docs/connecting-a-game.md): node examples/game.mjs. Put your own game in place of the maps.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORT = 7000, GAME_KEY = 'secret', CHARACTER = 's1/1234567' } = process.env;
const characters = new Map([[CHARACTER, { name: 'Nova of Embers', level: 25 }]]);
// In a database: a unique index on the key. The shop repeats a mail or a notice until it has an answer.
const kept = new Map();

const calls = {
  role([server, cid]) {
    const character = characters.get(`${server}/${cid}`);
    return character ? { code: 200, result: character } : { code: 404, result: null };
  },
  mail([server, cid, key, title, body, items, purchase = null]) {
    if (!characters.has(`${server}/${cid}`)) return { code: 404, result: null };
    const mail_id = once(key, 'mail', { server, cid, title, body, items, purchase });
    return { code: 200, result: { mail_id } };
  },
  notice([server, cid, notice]) {
    const record_id = once(notice.notice_id, 'notice', { server, cid, ...notice });
    return { code: 200, result: { record_id } };
  },
};

function once(key, what, content) {
  if (!kept.has(key)) console.log(what, JSON.stringify(content));
  return kept.get(key) ?? kept.set(key, `M${kept.size + 1}`).get(key);
}

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
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
});
server.on('listening', () => console.log(`game: http://localhost:${server.address().port}`));
server.listen(PORT, '127.0.0.1');
