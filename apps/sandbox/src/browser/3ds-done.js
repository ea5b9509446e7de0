// In a pop-up, tells the shop's page that the challenge is over, and nothing else.
if (document.getElementById('done').dataset.popup === '1' && window.opener) {
  window.opener.postMessage({ type: '3DS_PROCESSED' }, '*');
  // The shop's page closes the pop-up: a page that closes itself at once can be gone before it is heard.
  setTimeout(() => window.close(), 5000);
}
