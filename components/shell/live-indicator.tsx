import { clsx } from 'clsx'

export type LiveState = 'connected' | 'reconnecting' | 'offline'

const states: Record<LiveState, { word: string; dot: string; title: string }> = {
  connected: { word: 'Live', dot: 'bg-pass', title: 'Changes show up by themselves' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'bg-review animate-pulse',
    title: 'The connection was lost; what you see may be behind',
  },
  offline: { word: 'Not live', dot: 'border border-unknown bg-transparent', title: 'Reload to see changes' },
}

/** Whether the page hears of changes as they happen. */
export function LiveIndicator({ state }: { state: LiveState }) {
  const { word, dot, title } = states[state]
  return (
    <span role="status" title={title} className="inline-flex items-center gap-2 text-ink-3 text-xs">
      <span className={clsx('size-2 rounded-full', dot)} aria-hidden />
      {word}
    </span>
  )
}
