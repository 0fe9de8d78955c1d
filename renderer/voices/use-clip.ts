import { useEffect, useState } from 'react';
import { report } from '../store/notices.ts';
import { clipFor } from './auditions.ts';
import type { Clip } from './sound.ts';

/** The sound of a node of the tree; null until it is there. */
export function useClip(id: string): Clip | null {
  const [clip, setClip] = useState<{ id: string; clip: Clip } | null>(null);
  useEffect(() => {
    let wanted = true;
    clipFor(id).then((found) => {
      if (wanted) setClip({ id, clip: found });
    }, report);
    return () => {
      wanted = false;
    };
  }, [id]);
  return clip?.id === id ? clip.clip : null;
}
