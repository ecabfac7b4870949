/** Answers the line of an offset, from 1. Offsets must come in their order, so that the text is read once. */
export function lineFinder(text: string): (offset: number) => number {
  const ends = /\r\n|\r|\n/g;
  let [line, next] = [1, ends.exec(text)];
  return (offset) => {
    for (; next !== null && next.index + next[0].length <= offset; next = ends.exec(text)) line += 1;
    return line;
  };
}
