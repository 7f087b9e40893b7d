/** Changes whenever equal files may give another index. */
export const engineVersion = '1.0.0';
/** Changes whenever the same index may give other findings. */
export const rulesVersion = '1.0.0';
