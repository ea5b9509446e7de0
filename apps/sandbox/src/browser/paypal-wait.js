// The window opens before the order exists: it polls the shop's page for the address and goes there
// itself. A browser may drop an address set from outside during the first load.
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
