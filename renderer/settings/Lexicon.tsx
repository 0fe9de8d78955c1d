import { useEffect } from 'react';
import { stopAudition } from '../player/audition.ts';
import { stopCard } from '../voices/hear-card.ts';
import { GlobalLexicon } from './GlobalLexicon.tsx';
import { SceneLexicon } from './SceneLexicon.tsx';

/** How words are said: everywhere, and by the speakers of this scene. */
export function Lexicon() {
  useEffect(
    () => () => {
      stopCard();
      stopAudition();
    },
    [],
  );
  return (
    <>
      <GlobalLexicon />
      <SceneLexicon />
    </>
  );
}
