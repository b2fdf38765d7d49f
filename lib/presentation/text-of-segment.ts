// Apart from the links, which every page loads.

/** Returns the name that a segment of an address stands for. Next hands on some that contain a percent sign decoded already. */
export function textOfSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
