// A game that answers WebPay's two calls (docs/connecting-a-game.md), in plain Node: node examples/game.mjs
// Copy it, and put your own characters and mailbox in place of the two maps.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const KEY = process.env.GAME_KEY ?? 'secret';
const PORT = Number(process.env.PORT ?? 7000);
const MOST_BYTES = 64 * 1024;

const HER = process.env.CHARACTER ?? 's1/1234567';
const characters = new Map([[HER, { name: 'Nova of Embers', level: 25 }]]);
// A database would have a unique index on the key: the shop repeats a mail until it has an answer.
const mailsByKey = new Map();

const calls = {
  role: ([server, cid]) => {
    const character = characters.get(`${server}/${cid}`);
    return character ? { code: 200, result: character } : { code: 404, result: null };
  },
  mail: ([server, cid, key, title, text, items, purchase = null]) => {
    if (!characters.has(`${server}/${cid}`)) return { code: 404, result: null };
    const known = mailsByKey.get(key);
    const mail = known ?? { mail_id: `M${mailsByKey.size + 1}`, server, cid, title, text, items, purchase };
    mailsByKey.set(key, mail);
    if (!known) console.log('mail', JSON.stringify(mail));
    return { code: 200, result: { mail_id: mail.mail_id } };
  },
};

function isSame(expected, given = '') {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answer(path, body, signature) {
  if (!isSame(createHmac('sha256', KEY).update(body).digest('hex'), signature)) {
    return { code: 401, result: null };
  }
  const { userid, channelid, vc, unixtime, params, sign } = Object.fromEntries(new URLSearchParams(body));
  const signed = `${userid}${channelid}${vc}${unixtime}${params}`;
  if (!isSame(createHash('md5').update(signed).digest('hex'), sign)) return { code: 401, result: null };
  const call = calls[path.slice(1)];
  return call ? call(JSON.parse(params)) : { code: 404, result: null };
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MOST_BYTES) return response.destroy();
  }
  let said = { code: 422, result: null };
  try {
    said = answer(request.url, body, request.headers['x-signature']);
  } catch (error) {
    console.error(error);
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
}).listen(PORT, function () {
  console.log(`game: http://localhost:${this.address().port}`);
});
