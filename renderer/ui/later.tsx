import { useEffect, useState, type ComponentType } from 'react';
import { report } from '../store/notices.ts';

/** A part of the studio whose code comes later. */
export interface Later {
  readonly Part: ComponentType;
  /** Fetches the code before it is needed. */
  readonly fetch: () => Promise<void>;
}

/**
 * Where the code is there already, the part is there in the same frame. (`lazy` would suspend all the same, and what
 * suspended is held back for a third of a second.)
 */
export function later(load: () => Promise<{ readonly default: ComponentType }>): Later {
  let Found: ComponentType | null = null;
  const fetch = async (): Promise<void> => {
    Found = (await load()).default;
  };
  function Part() {
    const [, setCame] = useState(false);
    useEffect(() => {
      if (!Found) fetch().then(() => setCame(true), report);
    }, []);
    return Found && <Found />;
  }
  return { Part, fetch };
}
