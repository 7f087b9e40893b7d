/** Changes whenever equal files may give a different index. */
export const engineVersion = '1.0.0';
/** Changes whenever the same index may give different findings. */
export const rulesVersion = '1.0.0';
