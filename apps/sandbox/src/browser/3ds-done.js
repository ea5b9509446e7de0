// In a pop-up the shop's page is waiting behind it. That the confirmation is over is all it learns from here.
if (document.getElementById('done').dataset.popup === '1' && window.opener) {
  window.opener.postMessage({ type: '3DS_PROCESSED' }, '*');
  window.close();
}
