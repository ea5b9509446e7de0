import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { applyScheme } from './theme/scheme.ts';

/** Sign-in is a small page of its own; every other address loads the console. */
const IS_OUTSIDE = /^\/(?:sign-in(?:\/(?:link|company))?|join)\/?$/;

applyScheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has the element root');
const page = IS_OUTSIDE.test(window.location.pathname)
  ? (await import('./sign-in/SignIn.tsx')).SignIn
  : (await import('./app/App.tsx')).App;
const Start = page;
createRoot(root).render(<Start />);
