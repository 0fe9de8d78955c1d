import { useStore } from 'zustand';
import { dismiss, notices } from '../store/notices.ts';
import { Icon } from './Icon.tsx';
import { useSay } from './use.ts';

export function Notices() {
  const t = useSay();
  const list = useStore(notices, (state) => state.list);
  return (
    <div className="notices" role="status" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={`notice notice-${notice.kind}`}>
          <span>{notice.key ? t(notice.key, notice.values) : notice.text}</span>
          {notice.action && (
            <button
              className="quiet"
              onClick={() => {
                notice.action?.run();
                dismiss(notice.id);
              }}
            >
              {t(notice.action.key)}
            </button>
          )}
          <button className="bare" aria-label={t('notice.dismiss')} onClick={() => dismiss(notice.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
