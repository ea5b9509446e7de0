// Sends the payer's decision to the page behind a pop-up, or returns to the shop's address.
const form = document.getElementById('approve');
const error = document.getElementById('error');
const { order, popup, cancel, payer, state } = form.dataset;
const buttons = [...form.querySelectorAll('button')];

const isPopup = popup === '1' && window.opener !== null;
const isOver = state === 'COMPLETED' || state === 'VOIDED';
const setBusy = (isBusy) =>
  buttons.forEach((button) => (button.disabled = isBusy || (isOver && button.id === 'pay')));
const say = (text) => {
  error.textContent = text;
  error.hidden = text === '';
};

function leave(type, address) {
  if (isPopup) {
    window.opener.postMessage({ type, orderID: order, payerID: payer }, '*');
    // The shop's page closes the pop-up: a page that closes itself at once can be gone before it is heard.
    setTimeout(() => window.close(), 5000);
  } else if (address) location.assign(address);
  else say('The shop named no address to return to. You can close this page.');
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  setBusy(true);
  say('');
  try {
    const response = await fetch('/paypal/approve', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: order, funding: new FormData(form).get('funding') }),
    });
    const result = await response.json();
    if (response.ok) return leave('paypal-approved', result.return_url);
    say(`This did not work: ${result.error}. Nothing was charged.`);
  } catch {
    say('PayPal could not be reached. Nothing was charged. Try again.');
  }
  setBusy(false);
});
document
  .getElementById('cancel')
  .addEventListener('click', () => leave('paypal-cancelled', cancel));

if (isOver) say(state === 'COMPLETED' ? 'This order is paid already.' : 'This order is over.');
// The page loads with disabled buttons: a press before this point would be lost.
setBusy(false);
