import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type TableProps = ComponentProps<'table'> & { /** Accessible name: what the table lists. */ label: string }

/** Dense table with a sticky header. Scrolls horizontally on narrow screens only. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
      // Positioned, so that visually hidden text is clipped with the table and does not widen the page.
      className="relative overflow-x-auto lg:overflow-visible"
    >
      <table
        aria-label={label}
        className={clsx('w-full border-separate border-spacing-0 text-left text-sm', className)}
        {...rest}
      />
    </section>
  )
}

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead className={clsx('lg:sticky lg:top-12 lg:z-10', className)} {...rest} />
}

type CellProps = { /** Right-aligned. */ numeric?: boolean }

export function TableHeader({ numeric, className, scope = 'col', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope={scope}
      className={clsx(
        'h-8 whitespace-nowrap border-b bg-paper px-2 font-medium text-ink-3 text-xs first:pl-0 last:pr-0',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  )
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={clsx('row', className)} {...rest} />
}

export function TableCell({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return <td className={clsx('cell', numeric && 'whitespace-nowrap text-right', className)} {...rest} />
}
