import type { Operation } from './operations.ts';

/** Operations with the personal data of a character. */
export const PERSON_OPERATIONS = {
  revealPerson: {
    method: 'POST',
    path: '/players/:id/reveal',
    needs: 'person.reveal',
    summary: 'Shows one masked value of a character, with a reason.',
  },
  personFile: {
    method: 'POST',
    path: '/approvals/:id/file',
    needs: 'person.export',
    summary: 'The file of a confirmed export of a character, for its asker.',
  },
} as const satisfies Record<string, Operation>;
