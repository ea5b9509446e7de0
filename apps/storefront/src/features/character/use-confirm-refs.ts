import { useRef } from 'react';

export type ConfirmRefs = ReturnType<typeof useConfirmRefs>;

/** The elements that take the focus when something is missing. */
export function useConfirmRefs() {
  return {
    server: useRef<HTMLButtonElement>(null),
    cid: useRef<HTMLInputElement>(null),
    /** Wraps the fields that are asked for beside the ID. */
    asked: useRef<HTMLDivElement>(null),
  };
}
