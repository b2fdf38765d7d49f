/** A way out of the desk, to an address that came with a run. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className="link">
      {children}
    </a>
  )
}
