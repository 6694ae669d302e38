// build.mjs puts the worker's bundle there as text: a page that is one file has no second one to start it from.
declare module "worker:./worker.ts" {
  const source: string;
  export default source;
}
