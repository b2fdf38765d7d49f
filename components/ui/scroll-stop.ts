/**
 * Ref of the frame of a table that may scroll: the keyboard must reach it then, and only then. Otherwise a screen reader would stop at it, and
 * say the name of the table twice.
 */
export function scrollStop(frame: HTMLElement | null) {
  if (!frame) return
  const watched = import('./watch-scroll').then(
    ({ watchScroll }) => watchScroll(frame),
    () => undefined,
  )
  return () => void watched.then((end) => end?.())
}
