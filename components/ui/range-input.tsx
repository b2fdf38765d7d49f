import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

// Styled explicitly, because the default track beside a coloured thumb is white in the dark theme.
const track = clsx(
  '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-line-control',
  '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-control',
)
const thumb = clsx(
  '[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-solid',
  '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent-solid',
)

type RangeInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Nothing is chosen yet: the track has no thumb. */
  isEmpty?: boolean
}

/** A slider for rough values; pair it with a number input for exact ones. */
export function RangeInput({ isEmpty = false, className, ...rest }: RangeInputProps) {
  return (
    <input
      type="range"
      className={clsx(
        'h-8 cursor-pointer appearance-none rounded-md bg-transparent disabled:cursor-not-allowed disabled:opacity-50',
        track,
        thumb,
        // Also while the slider has the focus: its outline shows where the keyboard is.
        isEmpty && '[&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:opacity-0',
        className ?? 'w-full',
      )}
      {...rest}
    />
  )
}
