/** Is this the companion on a static web host, without a server behind it (`cargo xtask site`)? Then it does its sums itself, and no battle is fought here. */
export const isSite = import.meta.env.MODE === 'site';
