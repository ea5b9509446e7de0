// The window opens before the shop has an order: it keeps asking the shop's page for the order's address and goes there
// itself, for a browser may lose an address that is given from outside to a window still opening its first page.
const ASK_EVERY_MS = 300;
const ask = () => window.opener?.postMessage({ type: 'paypal-waiting' }, '*');
const asking = setInterval(ask, ASK_EVERY_MS);
addEventListener('message', ({ data, source }) => {
  if (source !== window.opener || data?.type !== 'paypal-order') return;
  clearInterval(asking);
  const here = new URL(location.href);
  here.searchParams.set('token', data.orderID);
  location.replace(here);
});
ask();
