/**
 * How Node runs the server. Left to itself, V8 lets the space for short-lived objects grow to 128 MB while rows stream
 * through it, and never gives it back; less is as fast. It also lets garbage grow to several times what is in use before
 * it collects: 40 % of that is as fast, since it marks beside the work, and rows are in buffers that are used again.
 * Objects made where many others have lived for long are made in the space of long-lived ones at once, which rows of an
 * export suffer from after some exports; that is off.
 */
export const SERVER_ARGUMENTS = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--no-allocation-site-pretenuring',
];

/**
 * Settings of the C library's allocator (Linux). By default each thread has a pool of its own, and buffers up to 32 MB
 * come from pools that seldom shrink. From 4 MB on, a buffer returns to the system when it is freed, and so does what is
 * free at the end of a pool: to map less costs more than it saves, since an answer of 700 kB takes a third longer.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
