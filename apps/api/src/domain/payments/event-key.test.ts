import { expect, it } from 'vitest';
import { eventKeyOf } from './event-key.ts';

it('no message of one merchant has the key of another one’s', () => {
  expect(eventKeyOf(null, 'WH-1')).toBe('WH-1');
  expect(eventKeyOf('nova', 'WH-1')).toBe('@nova/WH-1');
  // A default merchant's message whose own key looks like a named merchant's.
  expect(eventKeyOf(null, '@nova/WH-1')).toBe('@/@nova/WH-1');
});
