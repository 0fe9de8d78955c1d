import { useId } from 'react';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import type { Model, Origin, VoiceMix } from '../api/voices.ts';
import { changeSpeaker } from '../cast/SpeakerCard.tsx';
import { displayName } from '../store/cast.ts';
import { notify, report } from '../store/notices.ts';
import { useSay, useScene } from '../ui/use.ts';
import { saveVoice } from './library.ts';

interface Props {
  readonly of: VoiceMix | { readonly card: VoiceCard; readonly origin: Origin };
  readonly description: string;
  /** A name to begin with. */
  readonly name?: string;
  /** Whether it was opened to type the name at once. */
  readonly focus?: boolean;
  readonly done: (model: Model) => void;
}

/** Gives a voice a name and keeps it; where a speaker is chosen, they speak with it from now on. */
export function SaveVoice({ of, description, name = '', focus = false, done }: Props) {
  const t = useSay();
  const id = useId();
  const speakers = useScene((state) => state.speakers);
  const save = async (form: FormData): Promise<void> => {
    const told = (field: string): string => {
      const value = form.get(field);
      return typeof value === 'string' ? value.trim() : '';
    };
    const speaker = told('speaker');
    const title = told('title') || (speaker === '' ? t('voice.unnamed') : displayName(speaker));
    const model = await saveVoice({ title, description, ...of });
    if (speaker === '') notify({ kind: 'info', key: 'voice.saved', values: { name: title } });
    else {
      changeSpeaker(speaker, { voice: model._id });
      notify({ kind: 'info', key: 'voice.given', values: { name: title, speaker: displayName(speaker) } });
    }
    done(model);
  };
  return (
    <form
      className="row save-voice"
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget)).catch(report);
      }}
    >
      <label className="unseen" htmlFor={`${id}-title`}>
        {t('voice.name')}
      </label>
      <input
        id={`${id}-title`}
        className="field"
        name="title"
        maxLength={80}
        placeholder={t('voice.name')}
        defaultValue={name}
        autoFocus={focus}
      />
      <label className="unseen" htmlFor={`${id}-speaker`}>
        {t('voice.give')}
      </label>
      <select id={`${id}-speaker`} className="field" name="speaker" defaultValue="">
        <option value="">{t('voice.toLibrary')}</option>
        {[...speakers].map(([key, speaker]) => (
          <option key={key} value={key}>
            {t('voice.giveTo', { name: speaker })}
          </option>
        ))}
      </select>
      <button className="strong">{t('voice.save')}</button>
    </form>
  );
}
