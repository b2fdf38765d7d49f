import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Tone, toneTint } from './tone'

type BadgeProps = { tone?: Tone; icon?: ReactNode; title?: string; className?: string; children: ReactNode }

/** A short coloured label; `tone` gives the colour. */
export function Badge({ tone = 'neutral', icon, title, className, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 font-medium text-xs [&_svg]:size-3',
        toneTint[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
