// A phone's wallet: its own button, and one card that always pays.
import { connect } from './frame.js';

const button = document.getElementById('pay');
const NAMES = { applepay: 'Apple Pay', googlepay: 'Google Pay' };
const nextYear = String(new Date().getFullYear() + 1).slice(-2);
const DEVICE_CARD = {
  number: '4111111111111111',
  expiry: `12/${nextYear}`,
  cvv: '123',
  holder: '',
};

const shop = connect({
  texts: (_language, component) => {
    button.textContent = NAMES[component] ?? 'Pay';
  },
  answer: {
    canMakePayment: () => shop.tokenise(DEVICE_CARD),
    setDisabled: (isDisabled) => {
      button.disabled = isDisabled === true;
      return { code: 'APPLY_SUCCESS', message: '' };
    },
  },
});
button.addEventListener('click', () => shop.event('payButtonClick', {}));
