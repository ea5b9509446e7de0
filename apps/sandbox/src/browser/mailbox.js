// Selects a character and shows its mails. The address carries the selection, so that links work.
const form = document.getElementById('pick');
const { game_id: gameField, server_id: serverField, cid: cidField } = form.elements;
const list = document.getElementById('mails');
const recentList = document.getElementById('recent');
const status = document.getElementById('status');
const title = document.getElementById('box-title');
const shopButton = document.getElementById('shop');
const REFRESH_MS = 2_000;

let games = [];
let shown = new Set();
let shownFor = '';

const option = (value, text) =>
  Object.assign(document.createElement('option'), { value, textContent: text });
const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });

async function getJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

function fillServers() {
  const game = games.find(({ game_id }) => game_id === gameField.value);
  const regions = Map.groupBy(game?.servers ?? [], ({ region }) => region);
  serverField.replaceChildren(
    ...[...regions].map(([region, servers]) => {
      const group = Object.assign(document.createElement('optgroup'), { label: region });
      group.append(...servers.map(({ server_id, name }) => option(server_id, name)));
      return group;
    }),
  );
}

function choose({ game_id, server_id, cid }) {
  if (game_id) gameField.value = game_id;
  fillServers();
  if (server_id) serverField.value = server_id;
  cidField.value = cid ?? '';
  keep();
}

function keep() {
  const query = new URLSearchParams(new FormData(form));
  history.replaceState(null, '', `?${query}`);
  refresh();
}

function showMail({ mail_id, delivery_id, title: heading, body, items, sent_at }, isNew) {
  const item = document.getElementById('mail').content.cloneNode(true).firstElementChild;
  item.querySelector('h3').textContent = heading;
  const time = item.querySelector('time');
  time.dateTime = new Date(sent_at).toISOString();
  time.textContent = new Date(sent_at).toLocaleString();
  item.querySelector('code').textContent =
    delivery_id === null ? mail_id : `delivery ${delivery_id}`;
  item.querySelector('.text').textContent = body;
  item
    .querySelector('.items')
    .append(...items.map(({ name, count }) => text('li', `${name} × ${count.toLocaleString()}`)));
  item.classList.toggle('new', isNew);
  return item;
}

/** A refund or a chargeback that the shop told the game, as a card in front of the mails. */
function showNotice({ notice_id, kind, order_no, products, amount, total, price, told_at }) {
  const item = document.getElementById('mail').content.cloneNode(true).firstElementChild;
  const isAll = total.amount === price.amount;
  item.classList.add('notice');
  item.querySelector('h3').textContent =
    `${kind === 'refund' ? 'Refund' : 'Chargeback'} of ${order_no}`;
  const time = item.querySelector('time');
  time.dateTime = new Date(told_at).toISOString();
  time.textContent = new Date(told_at).toLocaleString();
  item.querySelector('code').textContent = notice_id;
  item.querySelector('.text').textContent =
    `The shop told the game that ${amount.amount} ${amount.currency} went back` +
    (isAll ? ', and with it all of the order.' : `, ${total.amount} of ${price.amount} so far.`);
  item
    .querySelector('.items')
    .append(...products.map(({ product_id, count }) => text('li', `${product_id} × ${count}`)));
  return item;
}

async function refresh() {
  const cid = cidField.value.trim();
  shopButton.disabled = cid === '';
  await refreshRecent();
  if (cid === '') {
    title.textContent = 'Choose a character';
    status.textContent = 'Mail of deliveries, rewards and codes arrives here.';
    list.replaceChildren();
    return;
  }
  const query = new URLSearchParams({
    game_id: gameField.value,
    server_id: serverField.value,
    cid,
  });
  try {
    const { mails, notices } = await getJson(`/mail?${query}`);
    const isSame = shownFor === String(query);
    const count = mails.length + notices.length;
    if (isSame && count === list.childElementCount && count > 0) return;
    title.textContent = `Mail for ${cid}`;
    status.textContent =
      mails.length === 0
        ? 'No mail yet. This page looks again by itself.'
        : `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}, newest first`;
    list.replaceChildren(
      ...notices.toReversed().map(showNotice),
      ...mails.toReversed().map((mail) => showMail(mail, isSame && !shown.has(mail.mail_id))),
    );
    shown = new Set(mails.map(({ mail_id }) => mail_id));
    shownFor = String(query);
  } catch {
    status.textContent = 'The mailbox does not answer. Trying again.';
  }
}

async function openShop() {
  const { server_id, cid } = Object.fromEntries(new FormData(form));
  const response = await fetch(`/game/${gameField.value}/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ server_id, cid: cid.trim() }),
  });
  if (response.ok) location.assign((await response.json()).url);
  else status.textContent = 'There is no such character on this server.';
}

async function refreshRecent() {
  const { characters } = await getJson('/mailbox/recent').catch(() => ({ characters: [] }));
  const next = JSON.stringify(characters);
  if (recentList.dataset.shown === next) return;
  recentList.dataset.shown = next;
  document.getElementById('recent-title').hidden = characters.length === 0;
  recentList.replaceChildren(
    ...characters.map((character) => {
      const game = games.find(({ game_id }) => game_id === character.game_id);
      const button = document.createElement('button');
      button.type = 'button';
      button.append(
        text('span', character.name),
        text('small', `${game?.name ?? character.game_id} · ${character.cid}`),
      );
      button.addEventListener('click', () => choose(character));
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
}

gameField.addEventListener('change', () => {
  fillServers();
  keep();
});
serverField.addEventListener('change', keep);
cidField.addEventListener('input', keep);
shopButton.addEventListener('click', openShop);
form.addEventListener('submit', (event) => event.preventDefault());

({ games } = await getJson('/mailbox/games'));
gameField.replaceChildren(...games.map(({ game_id, name }) => option(game_id, name)));
choose(Object.fromEntries(new URLSearchParams(location.search)));
setInterval(() => document.hidden || refresh(), REFRESH_MS);
