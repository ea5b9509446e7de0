import { describe, expect, test } from 'vitest';
import { allowedDocument } from './framed-document.ts';

const CONFIGS = {
  user_protocol: 'https://game.example/terms',
  privacy_protocol: 'https://game.example/privacy',
};

describe('the documents a frame may show', () => {
  test('[R12] include the configured terms and privacy notice', () => {
    expect(allowedDocument(CONFIGS, 'https://game.example/terms')?.title).toBe('app.terms');
    expect(allowedDocument(CONFIGS, 'https://game.example/privacy')?.title).toBe('app.privacy');
  });

  test.each([
    null,
    '',
    'https://game.example/terms/',
    'https://game.example/terms?next=//evil.example',
    'https://game.example.evil.example/terms',
    'https://evil.example/',
    'https://bank.example/3ds',
    '/miniflix',
    'javascript:alert(1)',
    'data:text/html,hello',
  ])('[R12] exclude %s', (asked) => {
    expect(allowedDocument(CONFIGS, asked)).toBeNull();
  });

  test('[R12] exclude invalid addresses of the configuration', () => {
    const nonsense = { user_protocol: 'javascript:alert(1)', privacy_protocol: '' };
    expect(allowedDocument(nonsense, 'javascript:alert(1)')).toBeNull();
    expect(allowedDocument(nonsense, '')).toBeNull();
  });
});
